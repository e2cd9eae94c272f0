import type { Exception } from '../../fuzz/config.js'
import type { CampaignSubject } from './plan.js'

/** An exception that a generated campaign begins with. */
export interface Proposed extends Exception {
  /** One line, for the reader of the campaign. */
  readonly why: string
}

/**
 * What contracts with packets often do on purpose, and what only the accounts of a generated campaign bring about.
 * @param addresses of the campaign's accounts, by name
 */
export function proposedExceptions(
  subjects: readonly CampaignSubject[],
  addresses: ReadonlyMap<string, string>,
): readonly Proposed[] {
  const withPackets = subjects.filter(({ channel }) => channel !== undefined)
  if (withPackets.length === 0) return []
  const instantiated = JSON.stringify(withPackets.map(({ instantiate }) => instantiate))
  // Any of them may become the owner later.
  const accounts = [...addresses].some(([name]) => instantiated.includes(`\${neutron.${name}}`)) ? [...addresses] : []
  return [
    {
      invariant: 'I12',
      reason: 'whoever sends the message chooses when the packet times out',
      why: 'the sender of a packet may choose its timeout',
    },
    ...withPackets.flatMap(({ label }) =>
      ['ibc_packet_ack', 'ibc_packet_timeout'].map((entryPoint) => ({
        invariant: 'I8',
        at: `${label}/${entryPoint}`,
        why: 'a refund that fails may be given up, so that the packet is settled',
      })),
    ),
    ...accounts.map(([name, address]) => ({
      invariant: 'I2',
      reason: `address ${address}: no such contract`,
      why: `${name} is an account, where this contract may expect another contract`,
    })),
  ]
}
