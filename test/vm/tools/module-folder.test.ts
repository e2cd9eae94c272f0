import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readParts } from '../../../src/coverage/parts.js'
import { readProfileParts } from '../../../src/profile/parts.js'
import { ModuleFolder } from '../../../src/vm/tools/module-folder.js'

const folderWith = (file: string, content: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-modules-'))
  writeFileSync(join(folder, file), JSON.stringify(content))
  return folder
}

describe('the modules beside parts of a report', () => {
  test('are read under the names that they were written with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sudobox-modules-'))
    const bytes = Uint8Array.of(0, 97, 115, 109)
    const file = new ModuleFolder(folder).write(bytes)
    expect(file).toMatch(/^[\da-f]{64}\.wasm$/)
    expect(new Uint8Array(new ModuleFolder(folder).read(file))).toEqual(bytes)
  })

  test.each(['../secret.wasm', '/etc/passwd', `x/${'a'.repeat(64)}.wasm`, `${'a'.repeat(64)}.wasm\n`, '', 5, null])(
    '%j is no name of one',
    (file) => {
      expect(() => new ModuleFolder('.').read(file as string)).toThrow('not a module next to it')
      const code = { ran: file, information: file, twin: null, blocks: [], messages: [], counts: [] }
      expect(() => readParts(folderWith('part-1.json', [code]))).toThrow('not a module next to it')
      const part = { codes: [code], charges: [], nodes: [] }
      expect(() => readProfileParts(folderWith('part-1.json', part))).toThrow('not a module next to it')
    },
  )
})
