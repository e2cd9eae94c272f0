// `npm run lint`: all scripts whose names start with `lint:`, side by side. Those that have no complaint are silent.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const checks = Object.entries(scripts).filter(([name]) => name.startsWith('lint:'))

// npm has put the programs of node_modules on the path.
const run = ([name, command]) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat([Buffer.from(`${name}\n`), ...output]))
      resolve(code === 0)
    })
  })

const passed = await Promise.all(checks.map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
