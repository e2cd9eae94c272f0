package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	ics23 "github.com/cosmos/ics23/go"
)

type named struct {
	name  string
	proof *ics23.CommitmentProof
}

// A tree of four leaves in the form of CometBFT's: its proofs are short.
var (
	keys = []string{"a", "c", "e", "g"}
	leaf = ics23.TendermintSpec.LeafSpec
)

func value(key string) []byte { return []byte("v" + key) }

func hashed(parts ...[]byte) []byte {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func leafHash(key string) []byte {
	hash, err := leaf.Apply([]byte(key), value(key))
	must(err)
	return hash
}

func exist(at int) *ics23.ExistenceProof {
	pairs := [][]byte{
		hashed([]byte{1}, leafHash(keys[0]), leafHash(keys[1])),
		hashed([]byte{1}, leafHash(keys[2]), leafHash(keys[3])),
	}
	step := func(place int, left, right []byte) *ics23.InnerOp {
		if place == 0 {
			return &ics23.InnerOp{Hash: ics23.HashOp_SHA256, Prefix: []byte{1}, Suffix: right}
		}
		return &ics23.InnerOp{Hash: ics23.HashOp_SHA256, Prefix: append([]byte{1}, left...)}
	}
	pair := at / 2
	return &ics23.ExistenceProof{
		Key: []byte(keys[at]), Value: value(keys[at]), Leaf: leaf,
		Path: []*ics23.InnerOp{
			step(at%2, leafHash(keys[pair*2]), leafHash(keys[pair*2+1])),
			step(pair, pairs[0], pairs[1]),
		},
	}
}

func present(at int) *ics23.CommitmentProof {
	return &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Exist{Exist: exist(at)}}
}

// absent is the gap before the key at a place.
func absent(at int) *ics23.CommitmentProof {
	proof := &ics23.NonExistenceProof{Key: []byte{byte('`' + 2*at)}}
	if at > 0 {
		proof.Left = exist(at - 1)
	}
	if at < len(keys) {
		proof.Right = exist(at)
	}
	return &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Nonexist{Nonexist: proof}}
}

func batch(proofs ...*ics23.CommitmentProof) *ics23.CommitmentProof {
	return ics23.Decompress(combined(proofs...))
}

func combined(proofs ...*ics23.CommitmentProof) *ics23.CommitmentProof {
	proof, err := ics23.CombineProofs(proofs)
	must(err)
	return proof
}

func samples() []named {
	return []named{
		{"existence", present(1)},
		{"absence between two", absent(2)},
		{"absence before the first", absent(0)},
		{"absence after the last", absent(4)},
		{"batch", batch(present(0), absent(1), absent(4), present(2))},
		{"compressed", combined(present(3), absent(0), absent(4), absent(2), present(0))},
	}
}

// hollow are proofs that prove nothing.
func hollow() []named {
	entries := func(entries ...*ics23.BatchEntry) *ics23.CommitmentProof {
		return &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Batch{Batch: &ics23.BatchProof{Entries: entries}}}
	}
	packed := func(proof *ics23.CompressedBatchProof) *ics23.CommitmentProof {
		return &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Compressed{Compressed: proof}}
	}
	noLeaf := exist(0)
	noLeaf.Leaf = nil
	beyond := combined(present(0))
	beyond.GetCompressed().LookupInners = beyond.GetCompressed().LookupInners[:1]
	return []named{
		{"nothing", &ics23.CommitmentProof{}},
		{"absence without neighbours", &ics23.CommitmentProof{
			Proof: &ics23.CommitmentProof_Nonexist{Nonexist: &ics23.NonExistenceProof{Key: []byte("a")}}}},
		{"existence without leaf", &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Exist{Exist: noLeaf}}},
		{"empty batch", entries()},
		{"batch of an empty entry", entries(&ics23.BatchEntry{})},
		{"compressed batch of nothing", packed(&ics23.CompressedBatchProof{})},
		{"compressed batch with a step beyond its list", beyond},
		{"batch that begins with an absence", batch(absent(2), present(0))},
	}
}

func text(run func() ([]byte, error)) (outcome string) {
	defer func() {
		if p := recover(); p != nil {
			outcome = fmt.Sprint("panic: ", p)
		}
	}()
	data, err := run()
	if err != nil {
		return "error: " + err.Error()
	}
	return hex.EncodeToString(data)
}

func holds(run func() bool) (held bool) {
	defer func() {
		if recover() != nil {
			held = false
		}
	}()
	return run()
}

func ask(name string, proof *ics23.CommitmentProof) asked {
	root, err := exist(0).Calculate()
	must(err)
	row := asked{
		Name:  name,
		Proof: hex.EncodeToString(marshal(proof)),
		Root:  text(func() ([]byte, error) { return proof.Calculate() }),
		Packed: text(func() ([]byte, error) {
			together, err := ics23.CombineProofs([]*ics23.CommitmentProof{proof})
			if err != nil {
				return nil, err
			}
			return together.Marshal()
		}),
	}
	for b := byte('`'); b <= 'i'; b++ {
		key := []byte{b}
		for _, v := range [][]byte{value(string(key)), []byte("other")} {
			row.Items = append(row.Items, item{
				hex.EncodeToString(key), hex.EncodeToString(v),
				holds(func() bool { return ics23.VerifyMembership(ics23.TendermintSpec, root, proof, key, v) }),
				holds(func() bool { return ics23.VerifyNonMembership(ics23.TendermintSpec, root, proof, key) }),
			})
		}
	}
	return row
}
