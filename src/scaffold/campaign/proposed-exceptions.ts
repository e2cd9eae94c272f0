import type { Exception } from '../../fuzz/internal.js'
import type { CampaignSubject } from './plan.js'

/** An exception in a generated campaign. */
export interface Proposed extends Exception {
  /** One line, for the reader of the campaign. */
  readonly why: string
}

/** Exceptions for what contracts with packets often do on purpose, and for what follows from users that are all accounts. */
export function proposedExceptions(subjects: readonly CampaignSubject[]): readonly Proposed[] {
  const withPackets = subjects.filter(({ channel }) => channel !== undefined)
  if (withPackets.length === 0) return []
  return [
    {
      invariant: 'I12',
      reason: "the sender of the message chooses the packet's timeout",
      why: 'the sender of a packet may choose its timeout',
    },
    ...withPackets.flatMap(({ label }) =>
      ['ibc_packet_ack', 'ibc_packet_timeout'].map((entryPoint) => ({
        invariant: 'I8',
        at: `${label}/${entryPoint}`,
        why: 'the contract may ignore a failed refund, to settle the packet',
      })),
    ),
    {
      invariant: 'I2',
      reason: 'no such contract',
      why: 'the receiver of a notification may have to be a contract, but all users of this campaign are accounts without code',
    },
  ]
}
