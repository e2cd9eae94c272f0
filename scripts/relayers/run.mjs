// Runs scenarios one after another, and prints their results.

/** @returns a row for each scenario: its name, whether it was done, seconds, and what it saw or why it failed */
export async function runScenarios(scenarios, ctx, only = '') {
  const rows = []
  const wanted = scenarios.filter(([name], index) => index === 0 || name.includes(only))
  for (const [name, run] of wanted) {
    const start = performance.now()
    const row = (done, text) => ({ name, done, seconds: Math.round((performance.now() - start) / 1000), text })
    // Without the first one there is nothing to relay over.
    if (rows[0]?.done === false) {
      rows.push(row(false, 'not tried'))
      continue
    }
    try {
      rows.push(row(true, await run(ctx)))
    } catch (error) {
      rows.push(row(false, error.message))
    }
    const { done, seconds, text } = rows.at(-1)
    console.log(`${done ? 'done  ' : 'FAILED'} ${name}, ${seconds} s: ${text}`)
  }
  await ctx.relayer.stop()
  return rows
}

/** As Markdown. @returns whether all was done */
export function printTable(rows) {
  console.log('\n| scenario | done | seconds | |\n|---|---|---|---|')
  for (const { name, done, seconds, text } of rows)
    console.log(`| ${name} | ${done ? 'yes' : '**no**'} | ${seconds} | ${text.replaceAll('|', '/')} |`)
  return rows.every(({ done }) => done)
}
