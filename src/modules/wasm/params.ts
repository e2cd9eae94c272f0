import type { Json } from '../../base/json-value.js'
import { GenesisReader } from '../../chain/index.js'
import { ACCESS_NAMES, checkParams } from './access.js'
import { AccessType, type AccessConfig, type Params } from './records.js'

/** Params and permissions in the chain's JSON form. Source: wasmd x/wasm/types/params.go. */

const BY_NAME = new Map(Object.entries(ACCESS_NAMES).map(([type, name]) => [name, Number(type) as AccessType]))

export const accessJson = ({ permission, addresses }: AccessConfig): Json => ({
  permission: ACCESS_NAMES[permission],
  addresses: [...addresses],
})

export const paramsJson = (params: Params): Json => ({
  code_upload_access: accessJson(params.codeUploadAccess),
  instantiate_default_permission: ACCESS_NAMES[params.instantiateDefaultPermission],
})

/** Unknown names count as unspecified, as in the chain. */
const accessType = (json: GenesisReader): AccessType => BY_NAME.get(json.string()) ?? AccessType.Unspecified

export const readAccess = (json: GenesisReader): AccessConfig => ({
  permission: accessType(json.at('permission')),
  addresses: json
    .at('addresses')
    .list()
    .map((address) => address.string()),
})

export const readParams = (json: GenesisReader): Params => ({
  codeUploadAccess: readAccess(json.at('code_upload_access')),
  instantiateDefaultPermission: accessType(json.at('instantiate_default_permission')),
})

/** @throws UsageError for another shape, ChainError for params that the chain refuses */
export function paramsFromJson(prefix: string, json: Json): Params {
  const params = readParams(new GenesisReader(json, 'wasm/params'))
  checkParams(prefix, params)
  return params
}
