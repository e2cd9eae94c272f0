/** The versions that a node reports. Clients choose their dialect by the first. */
export const COMET_VERSION = '0.38.17'
export const SDK_VERSION = 'v0.53.6'
