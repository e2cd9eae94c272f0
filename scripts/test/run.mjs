import { spawn } from 'node:child_process'
import { countLine, sumOf } from './count.mjs'

/** Runs a command and passes its output on. */
function run({ command, env = {} }) {
  const [program, ...args] = command.split(' ')
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...colours, ...process.env, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ command, output, code }))
  })
}

/** Runs commands one after the other, also after one that fails, and closes with a line for each and one that counts the tests of all. */
export async function runAll(steps) {
  const runs = []
  for (const step of steps) runs.push(await run(step))
  const sum = sumOf(runs)
  process.exitCode = sum.failed > 0 ? 1 : 0
  console.log(`\n${runs.map((one) => `${one.command}: ${countLine(sumOf([one]))}`).join('\n')}`)
  console.log(countLine(sum))
}
