// Rows of bench/results from what the long commands found, whose figures are not times of one function.

/** The planted faults of the remote vault, and of the packet vault in Solidity. */
const FAULTS = {
  p1: 'P1 a timeout gives nothing back',
  p2: 'P2 an error parks `tick`',
  p3: 'P3 a retry deducts again',
  p4: 'P4 pending by sequence alone',
  p5: 'P5 results of transactions unchecked',
  p6: 'P6 one slot for the context of replies',
  p7: 'P7 a failed child is not noticed',
  p8: 'P8 a callback walks all deposits',
  p9: 'P9 a value counted on top of an open delegation',
  p10: 'P10 a payout of a zero fee',
  s1: 'S1 in Solidity: a refund replaces an earlier one',
  s2: 'S2 in Solidity: pending by sequence alone',
  s3: 'S3 in Solidity: an acknowledgement always reverts',
}

/** `3`, `2 or 3` or `3 to 5`. */
function range(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  if (least === most) return String(least)
  return `${least} ${most === least + 1 ? 'or' : 'to'} ${most}`
}

/**
 * A fault, with the hunts of each seed. One that did not find it has no actions.
 *
 * @param hunts each with `seconds`, and if it found something `actions` and `invariant`
 */
export function faultRow(fault, hunts) {
  const found = hunts.filter(({ invariant }) => invariant !== undefined)
  const missed = hunts.length - found.length
  return {
    fault: FAULTS[fault],
    seconds: hunts.map(({ seconds, invariant }) => (invariant === undefined ? '-' : seconds.toFixed(1))).join(', '),
    actions: found.length === 0 ? '' : range(found.map(({ actions }) => actions)),
    'found by': [
      ...new Set(found.map(({ invariant }) => invariant)),
      ...(missed > 0 ? [`nothing, ${missed} of ${hunts.length} times`] : []),
    ].join(', '),
  }
}

/** A vault without a fault. @param name `clean`, or `clean-solidity` */
export const cleanRow = (name, { seconds, sequences, invariant }) => ({
  fault: name === 'clean' ? 'the clean twin' : 'the clean twin in Solidity',
  seconds: String(Math.round(seconds)),
  'found by': invariant ?? `nothing, in ${sequences} action sequences`,
})

/** What a relayer did, or why it could not, in the column of the chains that it did it on. */
export const relayerRows = (rows, column) =>
  rows.map(({ name, done, seconds, text }) => ({
    scenario: name,
    [column]: done ? `done, ${seconds}` : '**no**',
    'what happened': text,
  }))

/** Files of Neutron's integration tests, and if they are the `whole` suite their sum. */
export function testFileRows(files, { whole }) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0)
  const row = (file, { tests, passed, skipped, failed }) => ({
    file,
    tests: String(tests),
    passed: String(passed),
    skipped: skipped === 0 ? '' : String(skipped),
    'what did not pass': failed,
  })
  const together = {
    tests: sum((one) => one.tests),
    passed: sum((one) => one.passed),
    skipped: sum((one) => one.skipped),
  }
  return [
    ...files.map((file) => row(file.name, { ...file, failed: file.failed.map(({ title }) => title).join('; ') })),
    ...(whole ? [row('together', { ...together, failed: '' })] : []),
  ]
}

/** A network that was killed `rounds` times and lost nothing: otherwise the command fails. */
export const killRows = ({ rounds, answered, unanswered }) => [
  { what: 'kills', figure: rounds.toLocaleString('en') },
  { what: 'credits answered or done', figure: answered.toLocaleString('en') },
  { what: 'done but not answered', figure: unanswered.toLocaleString('en') },
  { what: 'answered and lost', figure: '0' },
  { what: 'replay of the recording', figure: 'the same app hashes' },
]

/** One soak. @param failed names of the tests that failed, each as often as it did */
export const soakRow = ({ minutes, jobs, seed, failed, command }) => ({
  'minutes, processes, seed': `${minutes.toFixed(1)}, ${jobs}, ${seed}`,
  found: failed.length === 0 ? 'nothing' : `${failed.length} failures: ${[...new Set(failed)].join('; ')}`,
  command: `\`${command}\``,
})
