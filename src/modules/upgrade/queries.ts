import * as types from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { NO_BYTES } from '../../base/index.js'
import { below, query, registerError, walk, type Module } from '../../chain/index.js'
import { joinKeys, textKey } from '../../store/index.js'
import { PLAN_KEY, UPGRADE_STORE, upgradedKey, VERSIONS_PREFIX } from './keys.js'
import { doneAt } from './plans.js'

const SERVICE = '/cosmos.upgrade.v1beta1.Query'

/** Source: cosmossdk.io/x/upgrade v0.2.0 types/errors.go. */
const ErrModuleVersionNotFound = registerError('upgrade', 2, 'module version not found')

const versionOf = (name: string, bytes: Uint8Array) => ({ name, version: Buffer.from(bytes).readBigUInt64BE() })

/** Source: cosmossdk.io/x/upgrade v0.2.0 keeper/grpc_query.go. @param authority bech32 */
export const upgradeQueries = (authority: string): NonNullable<Module['queries']> => ({
  [`${SERVICE}/CurrentPlan`]: query(types.QueryCurrentPlanRequest, types.QueryCurrentPlanResponse, (ctx) => {
    const plan = ctx.store(UPGRADE_STORE).get(PLAN_KEY)
    return plan === undefined ? {} : { plan: Plan.decode(plan) }
  }),
  [`${SERVICE}/AppliedPlan`]: query(types.QueryAppliedPlanRequest, types.QueryAppliedPlanResponse, (ctx, { name }) => ({
    height: doneAt(ctx, name) ?? 0n,
  })),
  [`${SERVICE}/UpgradedConsensusState`]: query(
    types.QueryUpgradedConsensusStateRequest,
    types.QueryUpgradedConsensusStateResponse,
    (ctx, { lastHeight }) => ({
      upgradedConsensusState: ctx.store(UPGRADE_STORE).get(upgradedKey(lastHeight, 'upgradedConsState')) ?? NO_BYTES,
    }),
  ),
  [`${SERVICE}/ModuleVersions`]: query(
    types.QueryModuleVersionsRequest,
    types.QueryModuleVersionsResponse,
    (ctx, { moduleName }) => {
      const store = ctx.store(UPGRADE_STORE)
      if (moduleName === '') {
        const rows = [...walk(below(store, VERSIONS_PREFIX), undefined)]
        return { moduleVersions: rows.map(([key, bytes]) => versionOf(Buffer.from(key, 'latin1').toString(), bytes)) }
      }
      const bytes = store.get(joinKeys(VERSIONS_PREFIX, textKey(moduleName)))
      if (bytes === undefined)
        throw ErrModuleVersionNotFound.error(`x/upgrade: QueryModuleVersions module ${moduleName} not found`)
      return { moduleVersions: [versionOf(moduleName, bytes)] }
    },
  ),
  [`${SERVICE}/Authority`]: query(types.QueryAuthorityRequest, types.QueryAuthorityResponse, () => ({
    address: authority,
  })),
})
