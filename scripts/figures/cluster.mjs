// A campaign in one process, and on 1, 2 and 4 workers of a queue, each a process with one slice at a time. Needs redis-server, and /proc.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PORT = 7911
const URL_ = `redis://127.0.0.1:${PORT}`
const CAMPAIGN = 'fixtures/campaigns/coin-bridge.json'
const STORIES = 96
const FUZZ = ['fuzz', CAMPAIGN, '--sequences', String(STORIES), '--seed', '1', '--json', '--quiet']
const TICKS = 100

const start = (args) => spawn(process.execPath, ['dist/cli/main.js', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

/** Seconds of the processor that a process has taken, of all its threads. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Runs the campaign. @returns its report, seconds on the clock, and seconds of the processor of the command */
async function fuzz(folder, more) {
  const began = performance.now()
  const child = start([...FUZZ, '--found', folder, ...more])
  let cpu = 0
  const look = setInterval(() => {
    try {
      cpu = cpuOf(child.pid)
    } catch {
      // It has ended.
    }
  }, 50)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  await once(child, 'close')
  clearInterval(look)
  return { report: JSON.parse(text), seconds: (performance.now() - began) / 1000, cpu }
}

async function onWorkers(count, folder) {
  const workers = Array.from({ length: count }, () => start(['worker', URL_, '--workers', '1']))
  await Promise.all(workers.map(({ stdout }) => once(stdout, 'data')))
  const result = await fuzz(folder, ['--queue', URL_, '--slice', '24', '--round', '4'])
  const cpu = workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  for (const worker of workers) worker.kill('SIGINT')
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  return { ...result, cpu: result.cpu + cpu }
}

export async function clusterFigures(row) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  const server = spawn('redis-server', ['--port', String(PORT), '--dir', folder, '--appendonly', 'yes'], {
    stdio: 'ignore',
  })
  while (spawnSync('redis-cli', ['-p', String(PORT), 'ping']).status !== 0);
  try {
    const all = [['one process, no queue', await fuzz(join(folder, 'found'), ['--workers', '1'])]]
    for (const count of [1, 2, 4])
      all.push([`a queue, ${count} worker${count === 1 ? '' : 's'}`, await onWorkers(count, join(folder, 'found'))])
    for (const [what, { report, seconds, cpu }] of all)
      row(
        what,
        seconds.toFixed(1),
        cpu.toFixed(1),
        `${Math.round((cpu * 1000) / report.sequences)} ms`,
        report.actions,
        `${Math.round((cpu * 1000) / report.actions)} ms`,
        report.features,
        report.corpus,
        report.findings.length,
      )
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
