import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { withoutCustomSections } from '../../scripts/contracts/wasm.mjs'

const TWIN = 'contracts/artifacts/callback_lab.debug.wasm'

/** The lab as a chain would have it, with a debug twin of the same code beside it. @returns its path, and a folder that the file's end removes */
export function labWithTwin(): { readonly lab: string; readonly scratch: string } {
  const scratch = mkdtempSync(join(tmpdir(), 'gas-profile-'))
  afterAll(() => rmSync(scratch, { recursive: true }))
  const lab = join(scratch, 'lab.wasm')
  writeFileSync(lab, withoutCustomSections(readFileSync(TWIN)))
  copyFileSync(TWIN, join(scratch, 'lab.debug.wasm'))
  return { lab, scratch }
}
