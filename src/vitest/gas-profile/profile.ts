// Set-up of each test file: profiles its contracts, and stores where gas went for the reporter in the main process.
import { threadId } from 'node:worker_threads'
import { afterAll } from 'vitest'
import { takeProfile, writeProfilePart } from '../../profile/internal.js'
import { observeByDefault } from '../../sandbox/internal.js'
import { GAS_PARTS } from './reporter.js'

const folder = process.env[GAS_PARTS]
if (folder !== undefined) {
  const { vms, end } = observeByDefault({ profile: true })
  const name = `${process.pid}-${threadId}-${Math.round(performance.now() * 1000)}`
  afterAll(() => {
    // Where files share a process, the next one begins anew.
    end()
    writeProfilePart(folder, name, takeProfile(vms))
  })
}
