// Runs scripts of package.json at the same time: `node scripts/side-by-side.mjs NAME…`. Scripts that succeed print nothing. A preparation that several of them
// need is run once.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

// As npm does.
const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` }

const run = (name, command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat([Buffer.from(`${name}\n`), ...output]))
      resolve(code === 0)
    })
  })

const before = new Map()
const runAfterItsPart = async (name) => {
  const command = scripts[`pre${name}`]
  if (command !== undefined && !before.has(command)) before.set(command, run(`pre${name}`, command))
  return (await (before.get(command) ?? true)) && run(name, scripts[name])
}

const passed = await Promise.all(process.argv.slice(2).map(runAfterItsPart))
process.exitCode = passed.every(Boolean) ? 0 : 1
