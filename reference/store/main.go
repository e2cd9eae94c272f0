// Writes golden vectors of stores and proofs from the reference implementation to standard output:
// app hashes of a multistore, proofs of keys in it, and the verdict of the verifier on proofs with one bit flipped.
// The stories are drawn from a small generator that the tests repeat, so that only the outcomes are written.
//
//	cd reference/store && go run . > ../../fixtures/store/reference.json
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"cosmossdk.io/log"
	"cosmossdk.io/store/metrics"
	"cosmossdk.io/store/rootmulti"
	"cosmossdk.io/store/types"
	dbm "github.com/cosmos/cosmos-db"
	ics23 "github.com/cosmos/ics23/go"
)

var names = []string{"acc", "bank", "empty", "ibc", "wasm"}

const (
	heights    = 12
	operations = 80
	questions  = 4
)

type random uint32

func (r *random) next(n uint32) uint32 {
	*r = *r*1664525 + 1013904223
	return (uint32(*r) >> 8) % n
}

func (r *random) bytes(n uint32) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.next(256))
	}
	return b
}

// Few different keys, so that they meet again.
func (r *random) key() []byte {
	key := make([]byte, 1+r.next(3))
	for i := range key {
		key[i] = byte(r.next(7) * 42)
	}
	return key
}

type proof struct {
	Height int    `json:"height"`
	Store  string `json:"store"`
	Key    string `json:"key"`
	Ops    string `json:"ops"` // SHA-256 over the data of both ops
}

type flips struct {
	Height  int      `json:"height"`
	Store   string   `json:"store"`
	Key     string   `json:"key"`
	Op      int      `json:"op"`
	Verdict []string `json:"verdicts"` // bit i % 8 of byte i flipped: index into the table of texts
}

func main() {
	store := rootmulti.NewStore(dbm.NewMemDB(), log.NewNopLogger(), metrics.NewNoOpMetrics())
	keys := map[string]*types.KVStoreKey{}
	for _, name := range names {
		keys[name] = types.NewKVStoreKey(name)
		store.MountStoreWithDB(keys[name], types.StoreTypeIAVL, nil)
	}
	must(store.LoadLatestVersion())

	r := random(1)
	var hashes []string
	var proofs []proof
	var flipped []flips
	for height := 1; height <= heights; height++ {
		cache := store.CacheMultiStore()
		for i := 0; i < operations; i++ {
			name := names[r.next(5)]
			key := r.key()
			remove := r.next(3) == 0
			value := r.bytes(1 + r.next(60))
			if name == "empty" {
				continue
			}
			if remove {
				cache.GetKVStore(keys[name]).Delete(key)
			} else {
				cache.GetKVStore(keys[name]).Set(key, value)
			}
		}
		cache.Write()
		hashes = append(hashes, hex.EncodeToString(store.Commit().Hash))
		for i := 0; i < questions*len(names); i++ {
			name := names[i%len(names)]
			key := r.key()
			res, err := store.Query(&types.RequestQuery{Path: "/" + name + "/key", Data: key, Height: int64(height), Prove: true})
			must(err)
			sum := sha256.New()
			for _, op := range res.ProofOps.Ops {
				sum.Write(op.Data)
			}
			proofs = append(proofs, proof{height, name, hex.EncodeToString(key), hex.EncodeToString(sum.Sum(nil))})
			if i < len(names) && height%3 == 0 {
				value := res.Value
				for op := range res.ProofOps.Ops {
					data := res.ProofOps.Ops[op].Data
					f := flips{Height: height, Store: name, Key: hex.EncodeToString(key), Op: op}
					spec, provenKey := ics23.IavlSpec, key
					if op == 1 {
						spec, provenKey = ics23.TendermintSpec, []byte(name)
						info, err := store.GetCommitInfo(int64(height))
						must(err)
						for _, si := range info.StoreInfos {
							if si.Name == name {
								value = si.CommitId.Hash
							}
						}
					}
					var clean ics23.CommitmentProof
					must(clean.Unmarshal(data))
					root, err := clean.Calculate()
					if err != nil {
						continue
					}
					for i := range data {
						bad := append([]byte(nil), data...)
						bad[i] ^= 1 << (i % 8)
						f.Verdict = append(f.Verdict, verdict(spec, root, bad, provenKey, value))
					}
					flipped = append(flipped, f)
				}
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	must(out.Encode(map[string]any{
		"source":   "cosmossdk.io/store v1.1.2, github.com/cosmos/iavl v1.2.6, github.com/cosmos/ics23/go v0.11.0, github.com/cometbft/cometbft v0.38; written by reference/store",
		"heights":  heights,
		"hashes":   hashes,
		"proofs":   proofs,
		"flipped":  index(flipped),
		"verdicts": texts,
		"blocks":   blocks(),
	}))
}

var texts []string

// index replaces each verdict by its place in the table of texts.
func index(all []flips) []map[string]any {
	places := map[string]int{}
	var out []map[string]any
	for _, f := range all {
		var verdicts []int
		for _, text := range f.Verdict {
			if _, ok := places[text]; !ok {
				places[text] = len(texts)
				texts = append(texts, text)
			}
			verdicts = append(verdicts, places[text])
		}
		out = append(out, map[string]any{"height": f.Height, "store": f.Store, "key": f.Key, "op": f.Op, "verdicts": verdicts})
	}
	return out
}

func verdict(spec *ics23.ProofSpec, root, data, key, value []byte) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint("panic: ", p)
		}
	}()
	var proof ics23.CommitmentProof
	if err := proof.Unmarshal(data); err != nil {
		return "unmarshal: " + err.Error()
	}
	var err error
	switch {
	case proof.GetExist() != nil:
		err = proof.GetExist().Verify(spec, root, key, value)
	case proof.GetNonexist() != nil:
		err = proof.GetNonexist().Verify(spec, root, key)
	default:
		return "neither"
	}
	if err != nil {
		return err.Error()
	}
	return "verified"
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
