package main

import (
	"context"

	sdkmath "cosmossdk.io/math"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	signmode "github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	antetypes "github.com/cosmos/evm/ante/types"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
)

func marketUpdate(params feemarkettypes.Params) sdk.Msg {
	return &feemarkettypes.MsgUpdateParams{Authority: governance, Params: params}
}

// envelope is what of a Cosmos transaction is not a message.
type envelope struct {
	mode             signmode.SignMode
	chain            string
	number, sequence uint64
	gas              uint64
	fee              sdk.Coins
	memo             string
	until            uint64
	granter, payer   sdk.AccAddress
	options          []*codectypes.Any
	refused          []*codectypes.Any
}

// turn is the next sequence of an account in this block.
func (r *Random) turn(from *Account) uint64 {
	used := r.used[from]
	r.used[from]++
	return r.Chain.next(from) + used
}

// cosmosTx signs messages, mostly rightly.
func (r *Random) cosmosTx(from *Account, msgs ...sdk.Msg) []byte {
	e := envelope{mode: signmode.SignMode_SIGN_MODE_DIRECT, chain: chainID, sequence: r.turn(from), gas: 300_000 + uint64(r.rand.Intn(1_500_000))}
	if account := r.Accounts.GetAccount(r.now(), from.address); account != nil {
		e.number = account.GetAccountNumber()
	}
	if r.rarely(8) {
		e.gas = 40_000 + uint64(r.rand.Intn(160_000))
	}
	price := r.FeeMarket.GetBaseFee(r.now()).MulInt64(2).TruncateInt()
	if price.IsZero() {
		price = sdkmath.NewInt(1_000_000_000)
	}
	if r.rarely(5) {
		e.memo = r.words()
	}
	if r.rarely(3) {
		e.mode = signmode.SignMode_SIGN_MODE_LEGACY_AMINO_JSON
	}
	switch r.rand.Intn(40) {
	case 0:
		price = price.QuoRaw(4)
	case 1:
		e.sequence += uint64(r.rand.Intn(3))
	case 2:
		e.number++
	case 3:
		e.chain = "other-1"
	case 4:
		e.until = uint64(r.height) + uint64(r.rand.Intn(4))
	case 5, 6, 7:
		e.granter = r.actor().address
	case 8:
		e.payer = pick(r, from, r.actor()).address
	case 9:
		e.gas = pick[uint64](r, 0, 1, maxGas, maxGas+1, 1<<40)
	case 10, 11:
		e.options = append(e.options, must(codectypes.NewAnyWithValue(&antetypes.ExtensionOptionDynamicFeeTx{MaxPriorityPrice: sdkmath.LegacyNewDec(int64(r.rand.Intn(3)) * 500_000_000)})))
	case 12:
		e.refused = append(e.refused, must(codectypes.NewAnyWithValue(&antetypes.ExtensionOptionDynamicFeeTx{MaxPriorityPrice: sdkmath.LegacyOneDec()})))
	}
	if fee := price.Mul(sdkmath.NewIntFromUint64(e.gas)); fee.IsPositive() {
		e.fee = sdk.NewCoins(sdk.NewCoin(denom, fee))
	}
	if r.rarely(40) {
		e.fee = inOrder(sdk.Coins{r.coin(), r.coin()})
	}
	return r.signedBy(from, e, msgs...)
}

func (r *Random) signedBy(from *Account, e envelope, msgs ...sdk.Msg) []byte {
	b := r.TxConfig.NewTxBuilder()
	check(b.SetMsgs(msgs...))
	b.SetGasLimit(e.gas)
	b.SetFeeAmount(e.fee)
	b.SetMemo(e.memo)
	b.SetTimeoutHeight(e.until)
	b.SetFeeGranter(e.granter)
	b.SetFeePayer(e.payer)
	if extended := b.(authtx.ExtensionOptionsTxBuilder); len(e.options)+len(e.refused) > 0 {
		extended.SetExtensionOptions(e.options...)
		extended.SetNonCriticalExtensionOptions(e.refused...)
	}
	one := signmode.SignatureV2{PubKey: from.key.PubKey(), Data: &signmode.SingleSignatureData{SignMode: e.mode}, Sequence: e.sequence}
	check(b.SetSignatures(one))
	data := authsigning.SignerData{Address: from.address.String(), ChainID: e.chain, AccountNumber: e.number, Sequence: e.sequence, PubKey: from.key.PubKey()}
	bz, err := authsigning.GetSignBytesAdapter(context.Background(), r.TxConfig.SignModeHandler(), e.mode, data, b.GetTx())
	if err != nil {
		// A message without amino's names, or an option that amino does not have.
		e.mode = signmode.SignMode_SIGN_MODE_DIRECT
		one.Data = &signmode.SingleSignatureData{SignMode: e.mode}
		check(b.SetSignatures(one))
		bz = must(authsigning.GetSignBytesAdapter(context.Background(), r.TxConfig.SignModeHandler(), e.mode, data, b.GetTx()))
	}
	one.Data = &signmode.SingleSignatureData{SignMode: e.mode, Signature: must(from.key.Sign(bz))}
	check(b.SetSignatures(one))
	return must(r.TxConfig.TxEncoder()(b.GetTx()))
}

// several messages of several modules, and sometimes of several signers, of which one signs.
func (r *Random) several() []byte {
	from := r.actor()
	msgs := []sdk.Msg{}
	for range 2 + r.rand.Intn(3) {
		by := from
		if r.rarely(20) {
			by = r.actor()
		}
		msgs = append(msgs, r.anyMessage(by))
	}
	return r.cosmosTx(from, msgs...)
}

// reworked has another body or other fees than what was signed.
func reworked(bz []byte, change func(raw *txtypes.TxRaw, body *txtypes.TxBody, auth *txtypes.AuthInfo)) []byte {
	raw, body, auth := txtypes.TxRaw{}, txtypes.TxBody{}, txtypes.AuthInfo{}
	check(raw.Unmarshal(bz))
	check(body.Unmarshal(raw.BodyBytes))
	check(auth.Unmarshal(raw.AuthInfoBytes))
	raw.BodyBytes, raw.AuthInfoBytes = nil, nil
	change(&raw, &body, &auth)
	if raw.BodyBytes == nil {
		raw.BodyBytes = must(body.Marshal())
	}
	if raw.AuthInfoBytes == nil {
		raw.AuthInfoBytes = must(auth.Marshal())
	}
	return must(raw.Marshal())
}

// malformed transactions are right ones with something changed.
func (r *Random) malformed() []byte {
	from := r.actor()
	ethereum, cosmos := r.plain(), r.cosmosTx(from, r.anyMessage(from))
	good := pick(r, ethereum, cosmos)
	other := packedAny(bankMessage(r, from))
	switch r.rand.Intn(18) {
	case 0:
		return good[:r.rand.Intn(len(good))]
	case 1, 2, 3:
		bz := append([]byte{}, good...)
		bz[r.rand.Intn(len(bz))] ^= byte(1 << r.rand.Intn(8))
		return bz
	case 4:
		bz := make([]byte, r.rand.Intn(40))
		r.rand.Read(bz)
		return bz
	case 5:
		return append(append([]byte{}, good...), byte(r.rand.Intn(256)), byte(r.rand.Intn(256)))
	}
	return reworked(good, func(raw *txtypes.TxRaw, body *txtypes.TxBody, auth *txtypes.AuthInfo) {
		switch r.rand.Intn(12) {
		case 0:
			body.Messages = append(body.Messages, other)
		case 1:
			body.Messages = append([]*codectypes.Any{other}, body.Messages...)
		case 2:
			body.Messages = append(body.Messages, body.Messages...)
		case 3:
			body.Messages = nil
		case 4:
			body.ExtensionOptions = pick(r, nil, append(body.ExtensionOptions, body.ExtensionOptions...), []*codectypes.Any{other})
		case 5:
			body.NonCriticalExtensionOptions = append(body.NonCriticalExtensionOptions, other)
		case 6:
			body.Memo, body.TimeoutHeight = r.words(), uint64(r.rand.Intn(3))*uint64(r.height)
		case 7:
			auth.Fee.GasLimit += uint64(r.rand.Intn(3)) - 1
		case 8:
			auth.Fee.Amount = pick(r, nil, coins(5), append(auth.Fee.Amount, r.coin()))
		case 9:
			auth.Fee.Payer, auth.Fee.Granter = pick(r, "", r.text()), pick(r, "", r.text())
		case 10:
			raw.Signatures = pick(r, nil, [][]byte{{1, 2}}, append(raw.Signatures, []byte{1}), [][]byte{make([]byte, 64)})
		default:
			auth.SignerInfos = pick(r, nil, append(auth.SignerInfos, auth.SignerInfos...), []*txtypes.SignerInfo{{}})
		}
	})
}
