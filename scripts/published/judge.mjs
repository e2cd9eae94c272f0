// What a campaign of a published fault showed.

/** Whether a finding is about a fault, rather than about something else in the contract. */
const isAbout = ({ invariants, at }, { invariant, at: place }) =>
  invariants.includes(invariant) && (place === null || at.includes(place.slice(place.indexOf('/') + 1)))

const named = ({ invariant, at }) => `${invariant} at ${at}`

const seconds = (value) => `${Math.round(value)} s`

/**
 * The verdict on one campaign.
 *
 * @param run its report as `sudobox fuzz --json` prints it, its CPU seconds, and when each finding was written; or why it could not run
 * @param isMended whether the build has the fix, so that only silence is right
 */
export function judged(fault, { report, problem, cpu, when }, isMended = false) {
  if (problem !== undefined) return { found: false, text: `could not run: ${problem.split('\n')[0]}` }
  const { finding, level = 'error', alsoThere = [] } = fault
  const all = report.findings.filter(({ warning }) => !warning)
  const notes = report.findings.length - all.length
  const isOther = (one) => alsoThere.some((other) => isAbout(other, one))
  const errors = all.filter((one) => !isOther(one))
  const others = all.some(isOther) ? `beside ${all.filter(isOther).map(named).join(', ')}, which is true; ` : ''
  const rate = `${others}${notes} notes, ${report.actions} actions in ${seconds(cpu)} of CPU`
  if (isMended) return { found: errors.length > 0, text: `${errors.map(named).join(', ') || 'silent'}, ${rate}` }
  if (finding === null)
    return {
      found: false,
      text: `harms nobody, so nothing is to be found; ${errors.map(named).join(', ') || 'no errors'}, ${rate}`,
    }
  const ranked = level === 'error' ? errors : report.findings.filter((one) => one.level === level)
  const rank = ranked.findIndex((one) => isAbout(finding, one))
  if (rank < 0) return { found: false, text: `not found; ${errors.map(named).join(', ') || 'no errors'}, ${rate}` }
  if (level !== 'error')
    return {
      found: true,
      first: rank === 0 && errors.length === 0,
      text: `${named(ranked[rank])} as a ${level}, rank ${rank + 1} of ${ranked.length} after ${errors.length} errors, ${rate}`,
    }
  const { file } = errors[rank]
  const written = when.get(file.split('/').at(-1))
  const after = written === undefined ? '' : ` after ${seconds(written.seconds)}`
  const spent = written?.cpu === undefined ? '' : `, ${seconds(written.cpu)} of CPU`
  return {
    found: true,
    first: rank === 0,
    text: `${named(errors[rank])}${after}${spent}, rank ${rank + 1} of ${errors.length}, ${notes} notes`,
  }
}

/** How many seeds found it, and how many of them ranked it first. @param level the level of the findings */
export const shareOfSeeds = (hunts, level = 'error') =>
  `${hunts.filter(({ found }) => found).length} of ${hunts.length}${level === 'error' ? '' : ` as a ${level}`}, first in ${hunts.filter(({ first }) => first).length}`
