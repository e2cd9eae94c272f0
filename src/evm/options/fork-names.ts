/** Names of forks in the order of their activation on mainnet. Listed here so that a name can be checked before the library is loaded. */
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
