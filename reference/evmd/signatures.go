package main

import (
	"context"

	sdkmath "cosmossdk.io/math"
	"github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	multisigtypes "github.com/cosmos/cosmos-sdk/crypto/types/multisig"
	sdk "github.com/cosmos/cosmos-sdk/types"
	signmode "github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/evm/ethereum/eip712"
)

const (
	direct = signmode.SignMode_SIGN_MODE_DIRECT
	amino  = signmode.SignMode_SIGN_MODE_LEGACY_AMINO_JSON
)

type form = func([]byte) ([]byte, error)

// overTyped is a transaction whose signature is over typed data.
type overTyped struct {
	mode signmode.SignMode
	form form
	// after changes the builder once it is signed.
	after func(b interface{ SetMemo(string) })
	memo  string
	until uint64
	chain string
}

func (c *Chain) typed(a *Account, t overTyped, msgs ...sdk.Msg) []byte {
	b := c.TxConfig.NewTxBuilder()
	check(b.SetMsgs(msgs...))
	b.SetGasLimit(300_000)
	b.SetFeeAmount(sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewInt(300_000).MulRaw(c.price*1_000_000_000))))
	b.SetMemo(t.memo)
	b.SetTimeoutHeight(t.until)
	key := a.key.PubKey()
	one := signmode.SignatureV2{PubKey: key, Data: &signmode.SingleSignatureData{SignMode: t.mode}, Sequence: c.next(a)}
	check(b.SetSignatures(one))
	id := chainID
	if t.chain != "" {
		id = t.chain
	}
	data := authsigning.SignerData{Address: a.address.String(), ChainID: id, AccountNumber: c.Accounts.GetAccount(c.now(), a.address).GetAccountNumber(), Sequence: c.next(a), PubKey: key}
	doc := must(authsigning.GetSignBytesAdapter(context.Background(), c.TxConfig.SignModeHandler(), t.mode, data, b.GetTx()))
	bz, err := t.form(doc)
	if err != nil {
		bz = doc[1:]
	}
	one.Data = &signmode.SingleSignatureData{SignMode: t.mode, Signature: must(a.key.Sign(bz))}
	check(b.SetSignatures(one))
	if t.after != nil {
		t.after(b)
	}
	return must(c.TxConfig.TxEncoder()(b.GetTx()))
}

// signatures are over typed data, in both forms and modes.
func signatures() *Chain {
	c := start(nil)
	delegate := stakingtypes.NewMsgDelegate(alice.address.String(), oliver.operator(), sdk.NewInt64Coin(denom, 1_000_000))
	vote := govv1.NewMsgVote(alice.address, 7, govv1.OptionYes, "")
	present, earlier := eip712.GetEIP712BytesForMsg, eip712.LegacyGetEIP712BytesForMsg
	for _, one := range []struct {
		name string
		form form
	}{{"the present form", present}, {"the earlier form", earlier}} {
		c.tell(one.name)
		for _, mode := range []signmode.SignMode{direct, amino} {
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form}, send(alice, bob, 1)))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form, memo: "ünï <a>"}, send(alice, bob, 1), send(alice, carol, 2)))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form}, send(alice, bob, 1), delegate))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form}, vote))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form, until: 1_000}, send(alice, bob, 1)))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form, chain: "other-1"}, send(alice, bob, 1)))
			c.block(c.typed(alice, overTyped{mode: mode, form: one.form, after: func(b interface{ SetMemo(string) }) { b.SetMemo("changed") }}, send(alice, bob, 1)))
		}
	}
	c.tell("several signatures")
	key := multisig.NewLegacyAminoPubKey(2, []cryptotypes.PubKey{alice.key.PubKey(), bob.key.PubKey(), carol.key.PubKey()})
	joint := sdk.AccAddress(key.Address())
	c.block(c.cosmos(alice, 0, 200_000, banktypes.NewMsgSend(alice.address, joint, sdk.NewCoins(sdk.NewCoin(denom, ether)))))
	for _, forms := range [][]form{{present, earlier}, {earlier, earlier}, {present, func(doc []byte) ([]byte, error) { return doc, nil }}} {
		c.block(c.joint(key, joint, forms, send(&Account{address: joint}, alice, 1)))
	}
	return c
}

// joint is signed by the first two of a key.
func (c *Chain) joint(key *multisig.LegacyAminoPubKey, address sdk.AccAddress, forms []form, msgs ...sdk.Msg) []byte {
	b := c.TxConfig.NewTxBuilder()
	check(b.SetMsgs(msgs...))
	b.SetGasLimit(300_000)
	b.SetFeeAmount(sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewInt(300_000).MulRaw(c.price*1_000_000_000))))
	account := c.Accounts.GetAccount(c.now(), address)
	data := authsigning.SignerData{Address: address.String(), ChainID: chainID, AccountNumber: account.GetAccountNumber(), Sequence: account.GetSequence(), PubKey: key}
	signed := func() *signmode.MultiSignatureData { return multisigtypes.NewMultisig(len(key.GetPubKeys())) }
	one := signmode.SignatureV2{PubKey: key, Data: signed(), Sequence: account.GetSequence()}
	check(b.SetSignatures(one))
	doc := must(authsigning.GetSignBytesAdapter(context.Background(), c.TxConfig.SignModeHandler(), amino, data, b.GetTx()))
	all := signed()
	for i, of := range []*Account{alice, bob} {
		signature := must(of.key.Sign(must(forms[i](doc))))
		check(multisigtypes.AddSignatureFromPubKey(all, &signmode.SingleSignatureData{SignMode: amino, Signature: signature}, of.key.PubKey(), key.GetPubKeys()))
	}
	one.Data = all
	check(b.SetSignatures(one))
	return must(c.TxConfig.TxEncoder()(b.GetTx()))
}
