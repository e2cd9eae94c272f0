// The result of a file, and the table of all.

/** The first line of an error, short enough for a table. */
const firstLine = (text) => (text ?? '').split('\n')[0].slice(0, 300)

/** @param report of Vitest; undefined if it wrote none */
export function readReport(name, report) {
  const results = report?.testResults ?? []
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  const with_ = (status) => tests.filter((test) => test.status === status)
  const failed = with_('failed').map(({ title, failureMessages }) => ({ title, error: firstLine(failureMessages[0]) }))
  const broken = results.filter(({ message }) => message).map(({ message }) => firstLine(message))
  if (report === undefined) broken.push('no result')
  const [start, end] = [
    Math.min(...results.map(({ startTime }) => startTime)),
    Math.max(...results.map(({ endTime }) => endTime)),
  ]
  return {
    name,
    tests: tests.length,
    passed: with_('passed').length,
    skipped: tests.length - with_('passed').length - failed.length,
    failed: [...failed, ...broken.map((error) => ({ title: 'the file', error }))],
    seconds: results.length === 0 ? 0 : Math.round((end - start) / 1000),
  }
}

/** As Markdown. @returns whether no test failed */
export function printTable(rows) {
  console.log('\n| file | tests | passed | skipped | failed | seconds |\n|---|---|---|---|---|---|')
  for (const { name, tests, passed, skipped, failed, seconds } of rows)
    console.log(`| ${name} | ${tests} | ${passed} | ${skipped} | ${failed.length} | ${seconds} |`)
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0)
  console.log(
    `| together | ${sum((row) => row.tests)} | ${sum((row) => row.passed)} | ${sum((row) => row.skipped)} | ${sum((row) => row.failed.length)} | ${sum((row) => row.seconds)} |`,
  )
  return rows.every(({ failed }) => failed.length === 0)
}
