// What a rehearsal of a published breakage must say, and the fixture of its story.
import { join } from 'node:path'

/** The time at which the chain of a story starts: 2026-01-01, in nanoseconds. */
const START = '1767225600000000000'

/** Whether a cause, or a name below it, has a text. @param causes of a look, or groups of a rehearsal */
export const outcomeOf = (causes, text) =>
  causes.some(({ cause = '', why = '', names = [] }) => [cause, why, ...names].some((one) => one.includes(text)))

/** The fixture of a breakage's story: alice stores the files and does the steps. @param folder of the files */
export function storyFixture({ name, story: { chain, files, steps } }, folder) {
  const tx = (message) => ({ do: { action: 'tx', chain, from: 'alice', messages: [message] } })
  const funds = ['10000000untrn', ...steps.flatMap(({ execute }) => execute?.funds ?? [])].join(',')
  return {
    sudobox: 1,
    title: name,
    options: { chains: { [chain]: { kind: chain, time: START }, hub: {} } },
    steps: [
      { do: { action: 'account', chain, name: 'alice', funds } },
      ...files.map((file) => tx({ store: { wasm: { path: join(folder, file) } } })),
      ...steps.map(({ query, ...message }) =>
        query === undefined ? tx(written(message)) : { do: { action: 'query', chain, ...query } },
      ),
    ],
  }
}

/** A message of the list as a fixture has it: `$json64` is JSON in base64, `${time}` the start of the chain. */
function written(value) {
  if (value === '${time}') return START
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  if ('$json64' in value) return Buffer.from(JSON.stringify(written(value.$json64))).toString('base64')
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, written(one)]))
}

/** What of a contract that works is refused, as texts. @param known refusals that are right: `{ file, name }` */
export const falseRefusals = (file, { refused }, known) =>
  refused.flatMap(({ what, why, names }) =>
    (names.length === 0 ? [why] : names)
      .filter((name) => !known.some((one) => one.file === file && one.name === name))
      .map((name) => `${file}: ${what} ${name}`),
  )
