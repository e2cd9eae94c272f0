/** The debug adapter, which loads the packages of the protocol. */
export { FORMS } from './breakpoints.js'
export type { Debugged } from './scopes.js'
export type { LaunchArguments } from './launch.js'
export { serveSocket, serveStreams } from './transport.js'
