/** Names of forks in the order of their coming, as mainnet has them. Here, so that a name can be judged before the library is loaded. */
export const FORKS: readonly string[] = [
  'chainstart',
  'homestead',
  'dao',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'mergeNetsplitBlock',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
  'amsterdam',
]

/** The newest fork whose rules are final. */
export const NEWEST_FORK = 'bpo2'
