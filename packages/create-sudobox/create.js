#!/usr/bin/env node
// `npm create sudobox [folder]` is `sudobox init [folder]`.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const manifest = createRequire(import.meta.url).resolve('sudobox/package.json')
const command = join(manifest, '../dist/cli/main.js')
const child = spawn(process.execPath, [command, 'init', ...process.argv.slice(2)], { stdio: 'inherit' })
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
