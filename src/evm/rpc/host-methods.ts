/**
 * Methods that touch the host: its files, ports, peers, profiles, the process and its memory, installed programs. What comes from a
 * file may not call them. The rows of the table that use the host are made with `hostMethod`, which takes only these names.
 */
export const HOST_METHODS = [
  'admin_addPeer',
  'admin_addTrustedPeer',
  'admin_datadir',
  'admin_exportChain',
  'admin_importChain',
  'admin_nodeInfo',
  'admin_peers',
  'admin_removePeer',
  'admin_removeTrustedPeer',
  'admin_startHTTP',
  'admin_startRPC',
  'admin_startWS',
  'admin_stopHTTP',
  'admin_stopRPC',
  'admin_stopWS',
  'debug_backtraceAt',
  'debug_blockProfile',
  'debug_cpuProfile',
  'debug_freeOSMemory',
  'debug_gcStats',
  'debug_goTrace',
  'debug_memStats',
  'debug_mutexProfile',
  'debug_setBlockProfileRate',
  'debug_setGCPercent',
  'debug_setMutexProfileFraction',
  'debug_stacks',
  'debug_standardTraceBadBlockToFile',
  'debug_standardTraceBlockToFile',
  'debug_startCPUProfile',
  'debug_startGoTrace',
  'debug_stopCPUProfile',
  'debug_stopGoTrace',
  'debug_traceBlockFromFile',
  'debug_verbosity',
  'debug_vmodule',
  'debug_writeBlockProfile',
  'debug_writeMemProfile',
  'debug_writeMutexProfile',
  'eth_compileSolidity',
  'eth_getCompilers',
] as const

export type HostMethod = (typeof HOST_METHODS)[number]

const NAMES: ReadonlySet<string> = new Set(HOST_METHODS)

/** Whether a method reaches beyond the chain, to the machine that it runs on. */
export const touchesHost = (method: string): boolean => NAMES.has(method)
