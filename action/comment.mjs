// The comment on a pull request, as Markdown.

/** @type {readonly import('./comment.d.mts').Outcome[]} */
const OUTCOMES = ['accepted', 'failed', 'out of gas']

/** A contract that gets one of these can get all of them. */
const OF_PACKETS = ['response', 'error', 'timeout']

/** From this share of the limit on a row is marked: the state of a contract grows. */
const CLOSE = 80n

/** GitHub refuses comments of more than 65,536 characters. */
const MAX_LENGTH = 60_000
const MAX_LINES = 12

/** @param {import('./comment.d.mts').Comparison} comparison */
export function commentText({ base, before, after, changed, campaigns, mutants }) {
  const parts = [
    '## Contracts',
    ...(after.code === 0 ? [] : [`❌ The tests fail (exit code ${after.code}).`]),
    changed.length === 0
      ? `No contract differs from ${code(base)}.`
      : `Changed since ${code(base)}: ${changed.map(code).join(', ')}.`,
    ...gasPart(base, before, after),
    ...pathsPart(after),
    ...findingsPart(campaigns),
    ...mutantsPart(mutants),
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

/** The first parts that a comment has room for. @param {string[]} parts */
function fitting(parts) {
  let length = 0
  const end = parts.findIndex((part) => (length += part.length + 2) > MAX_LENGTH)
  return end < 0 ? parts : [...parts.slice(0, end), '… the rest is left out: a comment has a limit.']
}

/** @param {string} base @param {import('./comment.d.mts').TestRun | undefined} before @param {import('./comment.d.mts').TestRun} after @returns {string[]} */
function gasPart(base, before, after) {
  const title = '### Gas of callbacks'
  if (after.callbacks === undefined) return [title, NO_PLUGIN]
  if (after.callbacks.length === 0) return [title, 'No test ran a callback.']
  const known = new Map((before?.callbacks ?? []).map((row) => [keyOf(row), row]))
  const rows = after.callbacks.map((row) => {
    const gas = mostGas(row)
    return [
      code(row.contract),
      code(row.callback),
      number(gas),
      shareText(gas, row.limit),
      changeText(known.get(keyOf(row)), gas),
    ]
  })
  return [
    title,
    table(
      ['contract', 'callback', 'most gas', 'of the limit', `since ${base}`],
      ['', '', 'right', 'right', 'right'],
      rows,
    ),
  ]
}

const NO_PLUGIN =
  'The tests wrote no callbacks: the plug-in `sudobox()` of `sudobox/vitest/config` is missing in the configuration of Vitest.'

/** @param {import('./comment.d.mts').CallbackRow} row */
const keyOf = ({ contract, callback }) => JSON.stringify([contract, callback])

/** Of callbacks that did not run out of gas, if there are any. @param {import('./comment.d.mts').CallbackRow} row */
function mostGas({ outcomes }) {
  const { 'out of gas': endless, ...others } = outcomes
  const used = Object.values(others).map(({ gas }) => BigInt(gas))
  return used.length === 0 ? BigInt(endless?.gas ?? 0) : used.reduce((most, one) => (one > most ? one : most))
}

/** @param {bigint} gas @param {string} [limit] */
function shareText(gas, limit) {
  if (limit === undefined) return 'no limit'
  const tenths = (gas * 1000n) / BigInt(limit)
  return `${tenths >= CLOSE * 10n ? '⚠️ ' : ''}${tenths / 10n}.${tenths % 10n} %`
}

/** @param {import('./comment.d.mts').CallbackRow | undefined} before @param {bigint} gas */
function changeText(before, gas) {
  if (before === undefined) return 'new'
  const was = mostGas(before)
  if (was === gas) return '0'
  const sign = gas > was ? '+' : '−'
  const more = gas > was ? gas - was : was - gas
  const tenths = was === 0n ? 0n : (more * 1000n) / was
  return `${sign}${number(more)}${was === 0n ? '' : ` (${sign}${tenths / 10n}.${tenths % 10n} %)`}`
}

/** @param {import('./comment.d.mts').TestRun} after @returns {string[]} */
function pathsPart({ callbacks = [] }) {
  const title = '### Outcomes that tests ran'
  if (callbacks.length === 0) return []
  const rows = callbacks.map(({ contract, callback, outcomes }) => [
    code(contract),
    code(callback),
    ...OUTCOMES.map((one) => (outcomes[one] === undefined ? '**never**' : number(BigInt(outcomes[one].runs)))),
  ])
  const missing = [...new Set(callbacks.map(({ contract }) => contract))].flatMap((contract) => {
    const ran = new Set(callbacks.filter((row) => row.contract === contract).map(({ callback }) => callback))
    const never = OF_PACKETS.some((one) => ran.has(one)) ? OF_PACKETS.filter((one) => !ran.has(one)) : []
    return never.length === 0 ? [] : [`- ${code(contract)}: no test ran ${never.map(code).join(' or ')}`]
  })
  return [
    title,
    table(['contract', 'callback', ...OUTCOMES], ['', '', 'right', 'right', 'right'], rows),
    ...(missing.length === 0 ? [] : [missing.join('\n')]),
  ]
}

/** @param {import('./comment.d.mts').Campaign[]} campaigns @returns {string[]} */
function findingsPart(campaigns) {
  if (campaigns.length === 0) return []
  const texts = campaigns.map(({ contract, problem, findings }) => {
    if (problem !== undefined) return `- ${code(contract)}: no campaign ran: ${code(problem)}`
    if (findings.length === 0) return `- ${code(contract)}: none`
    return findings
      .map(({ invariant, text, file, lines }) => {
        const shown = lines.slice(0, MAX_LINES)
        const more = lines.length > shown.length ? [`… and ${lines.length - shown.length} more lines`] : []
        const fixture = file === null ? '' : ` (${code(file)})`
        return [`- ${code(contract)}: **${invariant}** ${code(text)}${fixture}`, '', block([...shown, ...more])].join(
          '\n',
        )
      })
      .join('\n')
  })
  return ['### New findings', texts.join('\n')]
}

/** @param {import('./comment.d.mts').Mutants[]} mutants @returns {string[]} */
function mutantsPart(mutants) {
  if (mutants.length === 0) return []
  const texts = mutants.map(({ contract, problem, tried, survivors }) => {
    if (problem !== undefined) return `- ${code(contract)}: no mutants: ${code(problem)}`
    if (tried === 0) return `- ${code(contract)}: no mutants on changed lines`
    if (survivors.length === 0) return `- ${code(contract)}: none of ${tried}`
    const lines = survivors.map(({ file, line, text, replacement, status }) => {
      const where = `${file}:${line}`
      return `  - ${code(where)} ${text === '' ? '' : `${code(text)} `}→ ${code(replacement)}${status === 'NoCoverage' ? ' (no test runs the line)' : ''}`
    })
    return [`- ${code(contract)}: ${survivors.length} of ${tried}`, ...lines].join('\n')
  })
  return ['### Mutants of changed lines that no test noticed', texts.join('\n')]
}

/** @param {string[]} head @param {string[]} aligned @param {string[][]} rows */
function table(head, aligned, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line(head),
    `|${aligned.map((side) => (side === 'right' ? '---:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n')
}

/** @param {bigint} value */
const number = (value) => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Text of a contract or a file as it is: without Markdown, mentions and ends of cells. @param {string} text */
function code(text) {
  const plain = text.replace(/\s+/g, ' ').trim()
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest === 0 ? '' : ' '
  return `${fence}${space}${plain}${space}${fence}`
}

/** Lines inside an entry of a list. @param {string[]} lines */
function block(lines) {
  const longest = Math.max(2, ...[...lines.join('\n').matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines.flatMap((line) => line.split(/\r\n|[\r\n]/)), fence]
    .map((line) => `  ${line}`)
    .join('\n')
}
