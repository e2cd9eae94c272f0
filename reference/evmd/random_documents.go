package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"

	sdkmath "cosmossdk.io/math"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	signmode "github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	antetypes "github.com/cosmos/evm/ante/types"
	"github.com/cosmos/evm/ethereum/eip712"
	"github.com/ethereum/go-ethereum/crypto"
)

// hashed is the hash of a document as typed data, or the error of making it.
func hashed(form func([]byte) ([]byte, error), doc []byte) map[string]any {
	bz, err := form(doc)
	if err != nil {
		return map[string]any{"error": plain(err.Error())}
	}
	return map[string]any{"hash": crypto.Keccak256Hash(bz)}
}

// documents are what accounts sign of random Cosmos transactions, and their hashes as typed data, in the present form and in the one before it.
func documents(seed int64, count int) *Chain {
	r := &Random{used: map[*Account]uint64{}, kinds: kinds}
	r.Chain = start(func(map[string]any) {})
	r.rand = rand.New(rand.NewSource(seed))
	r.settle()
	header := r.lines[0].(map[string]any)
	lines := []any{map[string]any{"program": header["program"], "version": header["version"], "seed": seed, "names": r.names()}}
	for range count {
		line, doc := r.document()
		line["doc"], line["typed"], line["earlier"] = doc, hashed(eip712.GetEIP712BytesForMsg, doc), hashed(eip712.LegacyGetEIP712BytesForMsg, doc)
		lines = append(lines, line)
	}
	r.lines = lines
	return r.Chain
}

// names are those under which amino reads messages, and what is packed in them, by type URL; an empty one for those that it does not know.
func (r *Random) names() map[string]string {
	all := map[string]string{}
	for _, of := range r.InterfaceRegistry.ListAllInterfaces() {
		for _, url := range r.InterfaceRegistry.ListImplementations(of) {
			one, err := r.InterfaceRegistry.Resolve(url)
			check(err)
			all[url] = r.nameOf(one)
		}
	}
	return all
}

// nameOf is empty also for what amino does not write without values.
func (r *Random) nameOf(one any) string {
	defer func() { _ = recover() }()
	packed := struct{ Type string }{}
	if bz, err := r.Amino.Amino.MarshalJSON(one); err == nil {
		_ = json.Unmarshal(bz, &packed)
	}
	return packed.Type
}

// signable is a message of any module.
func (r *Random) signable(from *Account) sdk.Msg {
	return pick[composer](r, (*Random).anyMessage, (*Random).anyMessage, (*Random).anyMessage, grantMessage, accountMessage)(r, from)
}

func (r *Random) document() (map[string]any, []byte) {
	from := r.actor()
	msgs := []sdk.Msg{r.signable(from)}
	for r.rarely(5) {
		by, next := from, msgs[0]
		if r.rarely(8) {
			by = r.actor()
		}
		if r.rarely(2) {
			next = r.signable(by)
		}
		msgs = append(msgs, next)
	}
	if r.rarely(30) {
		// Two types with the same fields.
		one := stakingtypes.NewMsgDelegate(from.address.String(), r.operator(), r.stake())
		msgs = []sdk.Msg{one, stakingtypes.NewMsgUndelegate(one.DelegatorAddress, one.ValidatorAddress, one.Amount)}
	}
	b := r.TxConfig.NewTxBuilder()
	check(b.SetMsgs(msgs...))
	b.SetGasLimit(uint64(r.rand.Intn(3)) * 150_000)
	b.SetFeeAmount(pick(r, nil, coins(5), sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewInt(1_000_000_000).MulRaw(1_000_000_000))), inOrder(sdk.Coins{r.coin(), r.coin()})))
	if r.rarely(3) {
		b.SetMemo(pick(r, r.words(), "<a> & \"b\"", "ünï\u2028"))
	}
	if r.rarely(12) {
		b.SetTimeoutHeight(uint64(r.rand.Intn(3)))
	}
	if r.rarely(12) {
		b.SetFeeGranter(r.actor().address)
	}
	mode := pick(r, signmode.SignMode_SIGN_MODE_DIRECT, signmode.SignMode_SIGN_MODE_LEGACY_AMINO_JSON)
	if r.rarely(12) {
		// Another payer would have to sign, too, which a document of the direct mode cannot have.
		payer := sdk.AccAddress(must(b.GetTx().GetSigners())[0])
		if mode == signmode.SignMode_SIGN_MODE_LEGACY_AMINO_JSON {
			payer = r.actor().address
		}
		b.SetFeePayer(payer)
	}
	if r.rarely(15) {
		mode = signmode.SignMode_SIGN_MODE_DIRECT
		b.(authtx.ExtensionOptionsTxBuilder).SetExtensionOptions(must(codectypes.NewAnyWithValue(&antetypes.ExtensionOptionDynamicFeeTx{MaxPriorityPrice: sdkmath.LegacyOneDec()})))
	}
	sequence := uint64(r.rand.Intn(40))
	key := from.key.PubKey()
	infos := []signmode.SignatureV2{{PubKey: key, Data: &signmode.SingleSignatureData{SignMode: mode}, Sequence: sequence}}
	if r.rarely(20) {
		infos = append(infos, infos[0])
	}
	check(b.SetSignatures(infos...))
	number := uint64(r.rand.Int63())
	data := authsigning.SignerData{Address: from.address.String(), ChainID: chainID, AccountNumber: number, Sequence: sequence, PubKey: key}
	bz, err := authsigning.GetSignBytesAdapter(context.Background(), r.TxConfig.SignModeHandler(), mode, data, b.GetTx())
	if err != nil {
		return r.document()
	}
	return map[string]any{"mode": mode.String(), "tx": must(r.TxConfig.TxEncoder()(b.GetTx())), "number": fmt.Sprint(number), "sequence": sequence}, bz
}
