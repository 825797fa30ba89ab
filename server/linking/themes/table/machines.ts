import { type Theme, theme } from './entry.ts';

/** Machines that move and make: robots, vehicles, space, defense, industry. */
export const MACHINE_THEMES: readonly Theme[] = [
  theme(
    'robotics',
    'Robotics',
    'robotics, robotics companies, robots, robot, physical ai, industrial robots, robotic, warehouse robots, robotics company',
    ['BOTZ', 'ROBO'],
    'TSLA ISRG TER ROK SYM',
  ),
  theme(
    'humanoid-robots',
    'Humanoid robots',
    'humanoid, humanoids, humanoid robot, humanoid robots',
    ['BOTZ', 'ROBO'],
    'TSLA',
  ),
  theme(
    'autonomous-vehicles',
    'Autonomous vehicles',
    'autonomous vehicle, autonomous vehicles, self-driving, self driving, self-driving cars, robotaxi, robotaxis, robo-taxi, avs, driverless, self driving car, autonomous driving, autonomous cars, self-driving trucks, autonomous trucks',
    ['DRIV', 'IDRV'],
    'TSLA GOOGL UBER LYFT',
  ),
  theme(
    'electric-vehicles',
    'Electric vehicles',
    'electric vehicle, electric vehicles, evs, ev market, electric cars, ev makers',
    ['DRIV', 'IDRV'],
    'TSLA RIVN LCID GM F NIO',
  ),
  theme(
    'delivery-robots',
    'Robotic delivery',
    'delivery robots, drone delivery, robotic delivery, sidewalk robots, autonomous delivery',
    ['ROBO'],
    'DASH UBER AMZN SERV',
  ),
  theme('drones', 'Drones', 'drone, drones, drone companies', ['ITA', 'UFO'], 'AVAV KTOS'),
  theme(
    'space',
    'Space',
    'space economy, space companies, space stations, space station, space industry, rockets, launch costs, satellites, satellite internet, space launch, space exploration, small satellites, satellite, launch cost, starlink competitors',
    ['UFO', 'ARKX'],
    'RKLB ASTS LMT BA',
  ),
  theme(
    'defense',
    'Defense',
    'defense tech, defense technology, defense companies, defense stocks, defense contractors, defense primes, defense spending, defense budget, defence, military technology, weapons systems, weapons production, munitions, missile defense, missiles, department of war, department of defense, defense industrial base, defense industry, defense department, autonomous weapons, defense production, defense sector, defense startups, defense startup',
    ['ITA', 'SHLD'],
    'LMT RTX NOC GD PLTR KTOS',
  ),
  theme(
    'hardware',
    'Hardware',
    'hardware startup, hardware startups, hardware companies, hardware company, hardware businesses, hardware business, hardware investing, hardware, deep tech, deeptech, hard tech',
    ['XAR', 'ARKQ'],
    'TSLA AAPL',
  ),
  theme(
    'reindustrialization',
    'Reindustrialization',
    'reindustrialization, reindustrialisation, reshoring, onshoring, american manufacturing, manufacturing in america, manufacturing in the us, industrial base, ai manufacturing, advanced manufacturing, manufacturing',
    ['AIRR', 'PAVE'],
    'CAT ETN ROK GE',
  ),
  theme(
    'shipping',
    'Shipping and logistics',
    'logistics, freight, trucking, shipping industry, supply chains, warehouses',
    ['IYT', 'SEA'],
    'FDX UPS AMZN',
  ),
  theme('railways', 'Railways', 'railroads, railways', ['IYT'], 'UNP CSX'),
  theme('airlines', 'Airlines', 'airlines, airline, airline industry, supersonic', ['JETS'], 'DAL UAL LUV'),
];
