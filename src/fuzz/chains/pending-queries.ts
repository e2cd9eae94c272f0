import type { PendingQuery, Sandbox } from '../../sandbox/internal.js'

/** The interchain queries that wait for results; none without a chain that has them. */
export const pendingQueries = (sandbox: Sandbox): readonly PendingQuery[] =>
  sandbox.chain('neutron') === undefined ? [] : sandbox.queryRelayer.pending()
