import type { Sandbox } from '../../sandbox/internal.js'

const again = (attempts: number, retryAt: bigint, reason: string): string =>
  `failed (attempt ${attempts}, again at height ${retryAt}): ${reason.split('\n')[0]}`

/** Prints what automatic relayers could not deliver, and what helps with a code that was refused: clients get the chain's own text. */
export function printFailures({ chains, relayer, queryRelayer }: Sandbox): void {
  for (const [name, { host }] of Object.entries(chains))
    host.onHints((hints) => {
      for (const line of hints) console.error(`${name}: ${line}`)
    })
  relayer.onFailure(({ result: { kind, chain, packet }, attempts, retryAt, reason }) => {
    const what = packet === undefined ? '' : ` of packet ${packet.sequence} from ${packet.from} ${packet.sourceChannel}`
    console.error(`relayer: ${kind}${what} on ${chain} ${again(attempts, retryAt, reason)}`)
  })
  queryRelayer.onFailure(({ result: { queryId, chain, remoteTx }, attempts, retryAt, reason }) => {
    const what = remoteTx === undefined ? '' : `, transaction ${remoteTx}`
    console.error(`query relayer: query ${queryId}${what} on ${chain} ${again(attempts, retryAt, reason)}`)
  })
}
