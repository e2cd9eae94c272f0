import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Sandbox } from '../../src/sandbox/index.js'

export interface Download {
  readonly folder: string
  /** Downloads one document of the REST into a file. */
  get(path: string, file: string, height?: bigint): Promise<unknown>
  /** All that a reproduction of a contract's failures needs, as it was before the failure's block. */
  contract(address: string, before: bigint): Promise<void>
  rpc(path: string, file: string): Promise<void>
}

/** Downloads from a served sandbox what a user would from a live chain. */
export async function downloadFrom(sandbox: Sandbox): Promise<Download> {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-evidence-'))
  const { rest, rpc } = (await sandbox.serve()).urls['neutron']!
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const get = async (path: string, file: string, height?: bigint): Promise<unknown> => {
    const headers: Record<string, string> = height === undefined ? {} : { 'x-cosmos-block-height': String(height) }
    const text = await (await fetch(`${rest}${path}`, { headers })).text()
    write(file, text)
    return JSON.parse(text)
  }
  return {
    folder,
    get,
    rpc: async (path, file) => write(file, await (await fetch(`${rpc}${path}`)).text()),
    contract: async (address, before) => {
      const wasm = '/cosmwasm/wasm/v1'
      const info = (await get(`${wasm}/contract/${address}`, `${address}/info.json`, before)) as {
        contract_info: { code_id: string }
      }
      const { code_id: id } = info.contract_info
      await get(`${wasm}/code-info/${id}`, `code-info-${id}.json`, before)
      let key: string | null = ''
      for (let page = 1; key !== null; page++) {
        const paging = `pagination.limit=2${key === '' ? '' : `&pagination.key=${encodeURIComponent(key)}`}`
        const state = (await get(
          `${wasm}/contract/${address}/state?${paging}`,
          `${address}/state-${page}.json`,
          before,
        )) as {
          pagination: { next_key: string | null }
        }
        key = state.pagination.next_key
      }
      await get(`/cosmos/bank/v1beta1/balances/${address}`, `${address}/balances.json`, before)
      await get(`/neutron/contractmanager/params`, 'params.json', before)
      await get(`${wasm}/codes/pinned`, 'pinned.json', before)
      await get(`/cosmos/base/tendermint/v1beta1/blocks/${before + 1n}`, 'block.json')
    },
  }
}
