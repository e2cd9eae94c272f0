package main

import (
	"bytes"
	"math/rand"

	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
	"google.golang.org/protobuf/encoding/protowire"
)

// encoded is an Ethereum transaction whose own encoding has been changed, in an envelope that is right.
func (r *Random) encoded() []byte {
	from := r.actor()
	good := r.send(from, ref(r.address()), r.amount(), r.gas(100_000), r.bytes())
	raw := r.changed(rawOf(r, good))
	return reworked(good, func(_ *txtypes.TxRaw, body *txtypes.TxBody, _ *txtypes.AuthInfo) {
		value := protowire.AppendTag(nil, 5, protowire.BytesType)
		value = protowire.AppendBytes(value, from.address)
		value = protowire.AppendTag(value, 6, protowire.BytesType)
		body.Messages[0].Value = protowire.AppendBytes(value, raw)
	})
}

// rawOf is what an account signed.
func rawOf(r *Random, tx []byte) []byte {
	one := must(r.TxConfig.TxDecoder()(tx))
	return must(one.GetMsgs()[0].(interface{ AsTransaction() *ethtypes.Transaction }).AsTransaction().MarshalBinary())
}

// changed bytes are flipped, cut or lengthened, or are those of a list with other items.
func (r *Random) changed(raw []byte) []byte {
	bz := bytes.Clone(raw)
	switch r.rand.Intn(10) {
	case 0:
		return bz[:1+r.rand.Intn(len(bz))]
	case 1:
		return append(bz, r.bytes()...)
	case 2:
		if bz[0] < 0x80 {
			bz[0] = byte(r.rand.Intn(6))
		}
		return bz
	case 3, 4, 5:
		// Heads of items and small numbers are at the front.
		bz[r.rand.Intn(min(len(bz), 16))] = pick(r, byte(r.rand.Intn(256)), 0x80, 0x81, 0xb8, 0xbf, 0xc0, 0xc1, 0xf8, 0xff, 0)
		return bz
	case 6:
		bz[r.rand.Intn(len(bz))] ^= byte(1 << r.rand.Intn(8))
		return bz
	}
	kind := []byte{}
	if bz[0] < 0x80 {
		kind, bz = bz[:1], bz[1:]
	}
	items := []rlp.RawValue{}
	check(rlp.DecodeBytes(bz, &items))
	i := r.rand.Intn(len(items))
	switch r.rand.Intn(5) {
	case 0:
		items = append(items[:i], items[i+1:]...)
	case 1:
		items = append(items, items[i])
	default:
		items[i] = pick[rlp.RawValue](r, must(rlp.EncodeToBytes(r.bytes())), must(rlp.EncodeToBytes(wei(r.rand.Int63()))), must(rlp.EncodeToBytes([][]byte{r.bytes()})),
			must(rlp.EncodeToBytes([][][]byte{{r.bytes()}})), must(rlp.EncodeToBytes([]any{from20(r), [][]byte{make([]byte, 32)}})),
			must(rlp.EncodeToBytes([][]any{{from20(r), [][]byte{make([]byte, 30+r.rand.Intn(4))}}})), rlp.RawValue{0x80}, rlp.RawValue{0xc0}, rlp.RawValue{0}, rlp.RawValue{0x81, 5},
			must(rlp.EncodeToBytes([][]any{{uint64(r.rand.Intn(3)), from20(r), uint64(7), uint64(r.rand.Intn(300)), wei(9), r.bytes()}})))
	}
	return append(kind, must(rlp.EncodeToBytes(items))...)
}

// encodings are changed transactions, and what go-ethereum says of them.
func encodings(seed int64, count int) *Chain {
	r := &Random{used: map[*Account]uint64{}, kinds: kinds}
	r.Chain = start(func(map[string]any) {})
	r.rand = rand.New(rand.NewSource(seed))
	r.settle()
	lines := []any{}
	for range count {
		from := r.actor()
		raw := r.changed(rawOf(r, r.send(from, ref(r.address()), r.amount(), r.gas(100_000), r.bytes())))
		line := map[string]any{"raw": raw}
		tx := ethtypes.Transaction{}
		if err := tx.UnmarshalBinary(raw); err != nil {
			line["error"] = err.Error()
		} else {
			line["hash"] = tx.Hash()
			if sender, err := ethtypes.Sender(signer, &tx); err != nil {
				line["refused"] = err.Error()
			} else {
				line["sender"] = sender
			}
		}
		lines = append(lines, line)
	}
	r.lines = lines
	return r.Chain
}

func from20(r *Random) []byte {
	one := r.address()
	return one[:]
}
