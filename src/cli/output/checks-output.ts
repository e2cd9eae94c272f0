import { byInvariant, ruleOf, switchedOff, unjudgedTimes, type CheckCount } from '../../fuzz/internal.js'
import { grouped } from './format.js'
import { table } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** How often each invariant could judge, and why it could not. */
export function checkLines(checks: readonly CheckCount[], out: Terminal): readonly string[] {
  const { colors } = out
  const able = checks.filter(({ judged }) => judged > 0).length
  const off = switchedOff(checks)
  return [
    '',
    colors.bold(`${able} of ${checks.length} invariants were checked`),
    ...table(
      ['invariant', 'judged', 'could not', 'most often because'],
      checks
        .toSorted(byInvariant)
        .map((check) => [nameOf(check), grouped(check.judged), grouped(unjudgedTimes(check)), limitOf(check)]),
      out,
    ),
    ...(off.length === 0 ? [] : [colors.dim(`  switched off: ${off.join(', ')}`)]),
  ]
}

const nameOf = ({ invariant }: CheckCount): string =>
  /^I\d+b?$/.test(invariant) ? `${invariant} ${ruleOf(invariant)}` : invariant

function limitOf(check: CheckCount): string {
  const [most] = check.limits
  if (most === undefined) return check.judged === 0 ? 'it never came up' : ''
  return `${grouped(most.times)} × ${most.partly ? 'in part: ' : ''}${most.why}`
}
