import { stringify } from 'yaml'
import type { DryRun, ShownClaim } from '../../fuzz/internal.js'
import { inLine } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'

type JsonObject = Readonly<Record<string, Json>>

/** The heading of every generated campaign. */
const MARK = '# Written by `sudobox fuzz`, which tried the messages of the contract.'

/** Messages whose names suggest that they pay something out. */
const RECOVER = /recover|refund|reclaim|rescue/

/** A campaign with the results of a dry run: messages that work, what actors may claim, and the remaining notes as comments. @param command that runs it */
export function campaignText(
  plain: JsonObject,
  runs: readonly DryRun[],
  command: string,
  named: (value: Json) => Json,
): string {
  const contracts = (plain['contracts'] as readonly JsonObject[]).map((contract) => {
    const run = runs.find(({ label }) => label === contract['label'])!
    return {
      ...contract,
      ...(run.claims !== undefined && { claims: written(run.claims) }),
      ...resubmitOf(run),
      messages: [...run.accepted, ...run.later].map(({ from, msg, funds }) => ({
        from,
        msg: named(msg),
        ...(funds !== '' && { funds }),
      })),
    }
  })
  const gifts = runs.flatMap(({ label, gift }) =>
    gift === undefined
      ? []
      : [
          {
            name: `coins for ${label}, without which some messages do not work`,
            do: { action: 'tx', from: 'alice', messages: [{ send: { to: label, amount: gift } }] },
          },
        ],
  )
  const configuring = runs.flatMap(({ label, needs }) =>
    needs.flatMap(({ label: contract, from, msg, funds, arrivals = [] }) => [
      {
        name: `configures ${contract}, without which some messages of ${label} do not work`,
        do: {
          action: 'tx',
          from,
          messages: [{ execute: { contract, msg: named(msg), ...(funds !== '' && { funds }) } }],
        },
      },
      ...arrivals.map((action) => ({
        name: `coins of the other chain, without which some messages of ${label} do not work`,
        do: named(action as Json),
      })),
    ]),
  )
  const setup = [...(plain['setup'] as readonly Json[]), ...gifts, ...configuring]
  const lines = stringify({ ...plain, setup, contracts }, { lineWidth: 120 }).split('\n')
  return [
    '# yaml-language-server: $schema=../node_modules/sudobox/fixtures/campaign.schema.json',
    MARK,
    inLine(`# Run it: npx ${command} --seconds 60`),
    '#',
    '# Review it: only you know what the contract promises (node_modules/sudobox/docs/guides/campaigns.md).',
    ...runs.flatMap(advice),
    '# layers: true, if users of other chains may call it through memos of transfers',
    ...lines,
  ].join('\n')
}

/** The `resubmit` message: one with the id of a failure. */
function resubmitOf({ accepted }: DryRun): { readonly resubmit?: Json } {
  const found = accepted.find(({ msg, variant }) => {
    const body = (msg as Readonly<Record<string, Json>>)[variant]
    return typeof body === 'object' && body !== null && 'failure_id' in body
  })
  return found === undefined ? {} : { resubmit: { [found.variant]: { failure_id: '${failure_id}' } } }
}

/** How many places with amounts are proposed as claims. */
const PROPOSALS = 6

/** What is left for the reader to do, as comments. */
function advice({ label, accepted, claims, amounts }: DryRun): readonly string[] {
  const recover = accepted.filter(({ variant }) => RECOVER.test(variant)).map(({ variant }) => variant)
  return [
    `# ${label}:`,
    ...(claims === undefined
      ? [
          '#   claims: the query that returns how much an actor may claim, and of which coin. No query response grew by the amount that was paid in.',
          ...amounts
            .slice(0, PROPOSALS)
            .map((one) => `#     claims: ${JSON.stringify(written(one))}  # ${nowText(one)}`),
          ...(amounts.length > 1 ? ['#     several add up: at: [/staked, /refund], or a list of queries'] : []),
        ]
      : [`#   claims: the response of the query below grew by the amount that was paid in; ${nowText(claims)}`]),
    `#   recover: messages that recover funds after a packet failed${recover.length > 0 ? `, perhaps [${recover.join(', ')}]` : ''}`,
    '#   terminal: false, if the contract is meant to run forever',
    '#   allowFailures: substrings of the errors that callbacks return on purpose',
    '#   open: messages that the contract sends to itself and that anyone may send',
    '#   cron: messages that schedules of the chain send to the contract',
  ].map(inLine)
}

const written = ({ query, at, denom }: ShownClaim) => ({ query, at, ...(denom !== undefined && { denom }) })

/** What a query for claims gave for each actor, such as `then it gave alice 7, bob 0`. */
export const nowText = ({ now }: Pick<ShownClaim, 'now'>): string => {
  const values = Object.entries(now).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `then it gave ${values.length === 0 ? 'nothing' : values.join(', ')}`
}
