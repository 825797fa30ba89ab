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
    'autonomous vehicle, autonomous vehicles, self-driving, self driving, self-driving cars, avs, driverless, self driving car, autonomous driving, autonomous cars, av industry, av companies, autonomous vehicle industry, self-driving vehicles, driverless cars, self driving vehicles, autonomous car',
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
    'space economy, space companies, space stations, space station, space industry, rockets, launch costs, space launch, space exploration, launch cost, starlink competitors',
    ['UFO', 'ARKX'],
    'RKLB ASTS LMT BA',
  ),
  theme(
    'defense',
    'Defense',
    'defense tech, defense technology, defense companies, defense stocks, defense contractors, defense primes, defence, military technology, weapons systems, department of war, department of defense, defense industrial base, defense industry, defense department, autonomous weapons, defense sector, defense startups, defense startup',
    ['ITA', 'SHLD'],
    'LMT RTX NOC GD PLTR KTOS',
  ),
  theme(
    'hardware',
    'Hardware',
    'hardware startup, hardware startups, hardware companies, hardware company, hardware businesses, hardware business, hardware investing, hardware, deep tech, deeptech, hard tech',
    ['ARKQ'],
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
    'logistics, trucking, shipping industry, supply chains, warehouses, freight market, freight rates, freight brokers, freight industry, freight companies',
    ['IYT', 'SEA'],
    'FDX UPS AMZN',
  ),
  theme('railways', 'Railways', 'railroads, railways', ['IYT'], 'UNP CSX'),
  theme('airlines', 'Airlines', 'airlines, airline, airline industry, supersonic', ['JETS'], 'DAL UAL LUV'),
];
