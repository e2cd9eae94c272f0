// What a campaign of a published fault showed.

/** Whether a finding is about the fault, rather than about something else in the contract. */
const isAbout = ({ finding: { invariants, at } }, { invariant, at: place }) =>
  invariants.includes(invariant) && (place === null || at.includes(place.slice(place.indexOf('/') + 1)))

const seconds = (value) => `${Math.round(value)} s`

/**
 * The verdict on one campaign.
 *
 * @param run its report as `sudobox fuzz --json` prints it, its CPU seconds, and when each finding was written; or why it could not run
 * @param isMended whether the build has the fix, so that only silence is right
 */
export function judged(fault, { report, problem, cpu, when }, isMended = false) {
  if (problem !== undefined) return { found: false, text: `could not run: ${problem.split('\n')[0]}` }
  const errors = report.findings.filter(({ warning }) => !warning)
  const notes = report.findings.length - errors.length
  const rate = `${report.actions} actions in ${seconds(cpu)} of CPU`
  if (isMended) {
    const alarms = errors.map(({ invariant, at }) => `${invariant} at ${at}`)
    return { found: alarms.length > 0, text: `${alarms.join(', ') || 'silent'}, ${notes} notes, ${rate}` }
  }
  const rank = errors.findIndex((finding) => isAbout(fault, finding))
  if (rank < 0)
    return {
      found: false,
      text: `not found; ${errors.map(({ invariant, at }) => `${invariant} at ${at}`).join(', ') || 'no errors'}, ${notes} notes, ${rate}`,
    }
  const { invariant, at, file } = errors[rank]
  const written = when.get(file.split('/').at(-1))
  const after = written === undefined ? '' : ` after ${seconds(written.seconds)}`
  const spent = written?.cpu === undefined ? '' : `, ${seconds(written.cpu)} of CPU`
  return {
    found: true,
    first: rank === 0,
    text: `${invariant} at ${at}${after}${spent}, rank ${rank + 1} of ${errors.length}, ${notes} notes`,
  }
}

/** How many seeds found it, and how many of them ranked it first. */
export const shareOfSeeds = (hunts) =>
  `${hunts.filter(({ found }) => found).length} of ${hunts.length}, first in ${hunts.filter(({ first }) => first).length}`
