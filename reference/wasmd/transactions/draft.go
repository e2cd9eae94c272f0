package main

import (
	"fmt"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	gogo "github.com/cosmos/gogoproto/types"
)

// draft is a transaction with all that may be put into one.
type draft struct {
	signers                 []*user
	sequences               []uint64
	modes                   []*txtypes.ModeInfo
	messages                []*types.Any
	memo, chain             string
	height                  uint64
	unordered, noKeys       bool
	timestamp               *gogo.Timestamp
	extensions, nonCritical []*types.Any
	fee                     *txtypes.Fee
	tip                     *txtypes.Tip //nolint:staticcheck
	inBody, inAuth, inRaw   []byte
	// signature is one that stands for the first.
	signature []byte
	// drop is how many signatures are missing.
	drop int
}

func single(mode signing.SignMode) *txtypes.ModeInfo {
	return &txtypes.ModeInfo{Sum: &txtypes.ModeInfo_Single_{Single: &txtypes.ModeInfo_Single{Mode: mode}}}
}

// of is an ordinary transaction in which each signer sends some coins.
func (c *Chain) of(signers ...*user) *draft {
	d := &draft{signers: signers, chain: chainID, fee: &txtypes.Fee{Amount: sdk.NewCoins(sdk.NewInt64Coin("stake", 1)), GasLimit: 300_000}}
	for _, one := range signers {
		to := c.bob
		if one == c.bob {
			to = c.alice
		}
		d.messages = append(d.messages, send(one, to))
		d.sequences = append(d.sequences, one.next)
		d.modes = append(d.modes, single(signing.SignMode_SIGN_MODE_DIRECT))
	}
	return d
}

func (d *draft) with(change func(*draft)) *draft {
	change(d)
	return d
}

func (d *draft) stamp(seconds int64, nanos int32) {
	d.timestamp = &gogo.Timestamp{Seconds: seconds, Nanos: nanos}
}

func amino(d *draft) { d.modes[0] = single(signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON) }

func (d *draft) bytes() []byte {
	body, err := (&txtypes.TxBody{
		Messages: d.messages, Memo: d.memo, TimeoutHeight: d.height, Unordered: d.unordered,
		ExtensionOptions: d.extensions, NonCriticalExtensionOptions: d.nonCritical,
	}).Marshal()
	check(err)
	if d.timestamp != nil {
		stamp, err := d.timestamp.Marshal()
		check(err)
		body = append(body, append([]byte{5<<3 | 2, byte(len(stamp))}, stamp...)...)
	}
	body = append(body, d.inBody...)
	infos := []*txtypes.SignerInfo{}
	for i, one := range d.signers {
		key, err := types.NewAnyWithValue(one.key.PubKey())
		check(err)
		if d.noKeys {
			key = nil
		}
		infos = append(infos, &txtypes.SignerInfo{PublicKey: key, ModeInfo: d.modes[i], Sequence: d.sequences[i]})
	}
	auth, err := (&txtypes.AuthInfo{SignerInfos: infos, Fee: d.fee, Tip: d.tip}).Marshal() //nolint:staticcheck
	check(err)
	auth = append(auth, d.inAuth...)
	raw := &txtypes.TxRaw{BodyBytes: body, AuthInfoBytes: auth}
	for i, one := range d.signers {
		signature, err := one.key.Sign(d.signBytes(i, body, auth))
		check(err)
		if i == 0 && d.signature != nil {
			signature = d.signature
		}
		raw.Signatures = append(raw.Signatures, signature)
	}
	raw.Signatures = raw.Signatures[:max(0, len(raw.Signatures)-d.drop)]
	bz, err := raw.Marshal()
	check(err)
	return append(bz, d.inRaw...)
}

func (d *draft) signBytes(i int, body, auth []byte) []byte {
	one := d.signers[i]
	mode := signing.SignMode_SIGN_MODE_DIRECT
	if d.modes[i].GetSingle() != nil {
		mode = d.modes[i].GetSingle().Mode
	}
	switch mode {
	case signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON:
		return d.aminoBytes(one, d.sequences[i])
	case signing.SignMode_SIGN_MODE_DIRECT_AUX:
		key, err := types.NewAnyWithValue(one.key.PubKey())
		check(err)
		bz, err := (&txtypes.SignDocDirectAux{BodyBytes: body, PublicKey: key, ChainId: d.chain, AccountNumber: one.number, Sequence: d.sequences[i]}).Marshal()
		check(err)
		return bz
	default:
		bz, err := (&txtypes.SignDoc{BodyBytes: body, AuthInfoBytes: auth, ChainId: d.chain, AccountNumber: one.number}).Marshal()
		check(err)
		return bz
	}
}

// tell runs a transaction in a block of its own.
func (c *Chain) tell(name string, d *draft) { c.send(name, d.bytes()) }

func (c *Chain) send(name string, bz []byte) {
	c.name = name
	if checked := c.look(bz); checked.Code != 0 && checked.GasWanted == 0 {
		// What gets no meter never comes into a block.
		return
	}
	result := c.block(5, bz)[0]
	ctx := c.NewUncachedContext(false, cmtproto.Header{})
	for _, one := range []*user{c.alice, c.bob, c.rich} {
		one.next = c.AccountKeeper.GetAccount(ctx, one.address).GetSequence()
	}
	fmt.Println(" ", name, "·", result.Code, plain(result.Log))
}
