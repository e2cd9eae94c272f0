import type { AnteStep } from '../../chain/ante/index.js'
import {
  chargeSignatures,
  chargeTxSize,
  checkImpersonated,
  checkMemo,
  checkSignatureCount,
  checkTimeout,
  deductFee,
  incrementSequences,
  noteSigners,
  ofSigned,
  setPublicKeys,
  setUpMeter,
  unlessLight,
  validateBasic,
  verifySignatures,
} from '../../chain/ante/index.js'
import {
  checkExtensions,
  checkMinGasPrice,
  dynamicFee,
  ethereumStep,
  isEthereum,
  limitGrants,
  rejectEthereum,
  UnlimitedMeter,
  type EthereumKeeper,
  type EvmKeeper,
} from '../../modules/evm/index.js'
import type { EvmFeeMarketKeeper } from '../../modules/evmfeemarket/index.js'
import type { BaseKeepers } from '../chain-parts.js'

/** The steps of both kinds of transactions. Source: cosmos/evm v0.7.3 ante/ante.go, ante/cosmos.go. @param afterSetUp those right after the meter is set */
export function anteOf(
  { accounts, bank, feegrant }: Pick<BaseKeepers, 'accounts' | 'bank' | 'feegrant'>,
  keepers: { readonly evm: EvmKeeper; readonly feemarket: EvmFeeMarketKeeper; readonly ethereum: EthereumKeeper },
  afterSetUp: readonly AnteStep[],
): readonly AnteStep[] {
  const { evm, feemarket, ethereum } = keepers
  const ofCosmos = [
    rejectEthereum,
    limitGrants,
    setUpMeter,
    ...afterSetUp,
    checkExtensions,
    checkImpersonated,
    validateBasic,
    checkTimeout,
    checkMemo(accounts),
    ofSigned(unlessLight(checkMinGasPrice(keepers))),
    unlessLight(chargeTxSize(accounts)),
    ...[
      deductFee(accounts, bank, feegrant, dynamicFee(keepers)),
      setPublicKeys(accounts),
      checkSignatureCount(accounts),
      chargeSignatures(accounts),
      verifySignatures(accounts, new Set(), 'refused'),
      incrementSequences(accounts, 'refused'),
    ].map((step) => ofSigned(unlessLight(step))),
    ofSigned(noteSigners(accounts)),
  ]
  const ofEthereum = [...afterSetUp, ethereumStep(ethereum)]
  return [
    (ctx, tx) => {
      // Params are read before the transaction has a meter.
      if (isEthereum(tx)) evm.params(ctx)
      feemarket.params(ctx)
      return ctx.withGasMeter(new UnlimitedMeter(ctx.gasMeter.consumed))
    },
    ...ofCosmos.map((step) => when(isCosmos, step)),
    ...ofEthereum.map((step) => when(isEthereum, step)),
  ]
}

type Tx = Parameters<AnteStep>[1]
const isCosmos = (tx: Tx): boolean => !isEthereum(tx)
const when =
  (applies: (tx: Tx) => boolean, step: AnteStep): AnteStep =>
  (ctx, tx, mode) =>
    applies(tx) ? step(ctx, tx, mode) : ctx
