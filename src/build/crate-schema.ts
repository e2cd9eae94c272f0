import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../base/index.js'
import { runSchemaProgram, type CargoOptions } from './cargo.js'
import type { Crate, Wanted } from './crates.js'
import { requireToolchain } from './toolchain.js'

/** Crates with a program that writes their schema. */
export const WITH_SCHEMA: Wanted = {
  isWanted: ({ schema }) => schema !== undefined,
  refuse: ({ name, file, folder }) =>
    new UsageError(`${name} has no program that writes its schema`, {
      details: [
        `right, in ${join(folder, 'src/bin/schema.rs')}, with the names of its messages:`,
        'use cosmwasm_schema::write_api;',
        `use ${file}::{ExecuteMsg, InstantiateMsg, QueryMsg};`,
        'fn main() { write_api! { instantiate: InstantiateMsg, execute: ExecuteMsg, query: QueryMsg } }',
        'or infer it from the built file: sudobox schema infer FILE.wasm',
      ],
    }),
}

/** Where the macros and functions of cosmwasm-schema write: below the working directory. */
const SCHEMA = 'schema'

/**
 * Runs the program of a crate that writes its schema: `schema` among its binaries, or else among its examples.
 *
 * @param out folder of the files; undefined: `schema` next to the crate's `Cargo.toml`, as with `cargo schema`
 * @returns paths of the files @throws UsageError if the crate has no such program, or it fails or writes nothing
 */
export async function writeCrateSchema(
  crate: Crate,
  out: string | undefined,
  options: CargoOptions,
): Promise<readonly string[]> {
  requireToolchain(crate.folder)
  if (out === undefined) {
    await runSchemaProgram(crate, crate.folder, options)
    return filesIn(join(crate.folder, SCHEMA), crate)
  }
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-schema-'))
  try {
    await runSchemaProgram(crate, scratch, options)
    const files = filesIn(join(scratch, SCHEMA), crate)
    mkdirSync(out, { recursive: true })
    return files.map((file) => {
      const to = join(out, file.slice(join(scratch, SCHEMA).length + 1))
      copyFileSync(file, to)
      return to
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function filesIn(folder: string, { name, schema }: Crate): readonly string[] {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((one) => one.endsWith('.json'))
        .sort()
    : []
  if (files.length === 0)
    throw new UsageError(`the program ${schema!.name} of ${name} wrote no schema`, {
      details: [`looked in: ${folder}`],
    })
  return files.map((one) => join(folder, one))
}
