import { ChainError } from '../../base/index.js'
import { attributeValues, type ChainHost, type Sandbox, type TxMessage, type TxResult } from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'
import { layersOf, RATE_LIMIT, usesLayers } from './which.js'

/**
 * The `.wasm` of a contract that limits transfers. It stores the last message that it gets, such as `{"send_packet":"untrn"}`, and refuses `sudo` messages
 * that have that name and contain that denomination; `{}` refuses nothing. In base64, since findings are one file. Source: limiter.wat next to this file
 */
export const LIMITER_WASM =
  'AGFzbQEAAAABHwZgAn9/AGABfwF/YAAAYAF/AGADf39/AX9gAn9/AX8CHgIDZW52CGRiX3dyaXRlAAADZW52B2RiX3JlYWQAAQMKCQIBAwQFAQQEBQUDAQABBgcBfwFB' +
  'gAgLB1cHBm1lbW9yeQIAE2ludGVyZmFjZV92ZXJzaW9uXzgAAghhbGxvY2F0ZQADCmRlYWxsb2NhdGUABAtpbnN0YW50aWF0ZQAIB2V4ZWN1dGUACQRzdWRvAAoK2QIJ' +
  'AgALQwEBfyMAIQEgASAAakETakF4cSQAAkADQCMAPwBBEHRNDQFBAUAAQX9GDQEMAAsLIAEgAUEMajYCACABIAA2AgQgAQsCAAs3AAJAA0AgAkUEQEEBDwsgAC0AACAB' +
  'LQAARw0BIABBAWohACABQQFqIQEgAkEBayECDAALC0EAC5wBAQV/IAAoAgAhBCAEIAAoAghqIQMCQANAIAQgA08EQEEADwsgBC0AAEE6Rg0BIARBAWohBAwACwsgBEEB' +
  'aiEFIAMgBWtBAWshBiABKAIAIQIgAiABKAIIaiEDIAAoAgAgAiAFIAAoAgBrEAVFBEBBAA8LAkADQCACIAZqIANLDQEgBSACIAYQBQRAQQEPCyACQQFqIQIMAAsLQQAL' +
  'CgBBMCAAEABBEAsGACACEAcLBgAgAhAHCx4BAX9BMBABIQIgAkUEQEEQDwtBIEEQIAIgARAGGwsLqQEGAEEQCwxAAAAAQAAAAD4AAAAAQSALDMAAAAAgAAAAHwAAAABB' +
  'MAsM4AAAAAYAAAAGAAAAAEHAAAs+eyJvayI6eyJtZXNzYWdlcyI6W10sImF0dHJpYnV0ZXMiOltdLCJldmVudHMiOltdLCJkYXRhIjpudWxsfX0AQcABCx97ImVycm9y' +
  'IjoicmF0ZSBsaW1pdCBleGNlZWRlZCJ9AEHgAQsGcmVmdXNl'

/** The label of the contract that limits transfers. */
export const LIMITER = 'rate-limiter'

/** Sets a rate limit that refuses nothing on the transfers of the contracts' chains, unless there is one. @param from who deploys it */
export async function setUpLimits(sandbox: Sandbox, config: CampaignConfig, from: string): Promise<void> {
  if (!usesLayers(config)) return
  for (const key of new Set(config.contracts.map(({ chain }) => chain))) {
    const { host } = sandbox.chain(key) ?? {}
    if (host === undefined || !layersOf(host).limits || hasLimit(host)) continue
    const send = (message: TxMessage): Promise<TxResult> =>
      sandbox.perform({ action: 'tx', chain: key, from, messages: [message] })
    try {
      const stored = await send({ store: { wasm: { base64: LIMITER_WASM } } })
      const codeId = BigInt(attributeValues(stored, 'store_code', 'code_id')[0]!)
      await send({ instantiate: { codeId, label: LIMITER, msg: {}, funds: '' } })
    } catch (error) {
      // Not everybody may store code on every chain.
      if (error instanceof ChainError) continue
      throw error
    }
    const contract_address = host.addressOf(LIMITER)!
    await sandbox.perform({ action: 'params', chain: key, module: RATE_LIMIT, params: { contract_address } })
  }
}

function hasLimit({ app }: ChainHost): boolean {
  const params = app.modules.find(({ name }) => name === RATE_LIMIT)?.params?.get(app.context)
  return (params as { readonly contract_address?: string } | undefined)?.contract_address !== ''
}
