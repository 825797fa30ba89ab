/** Present names in the time zone database (`backward` of IANA tzdata) of zones that Node lists under a former one. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** A time zone as it is called now. */
export function zoneName(name: string): string {
  return renamed[name] ?? name;
}

const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(zoneName).sort()])];

/** The time zones to choose from. A stored one stays among them, also where this Node does not list it. */
export function zonesWith(stored: string): readonly string[] {
  const name = zoneName(stored);
  return timeZones.includes(name) ? timeZones : [name, ...timeZones];
}
