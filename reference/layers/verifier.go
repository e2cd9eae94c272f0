package main

import (
	"bytes"
	"fmt"
	"math"

	storetypes "cosmossdk.io/store/types"
	"github.com/cometbft/cometbft/proto/tendermint/crypto"
	ics23 "github.com/cosmos/ics23/go"
	icq "github.com/neutron-org/neutron/v11/x/interchainqueries/types"
	verifier "github.com/neutron-org/neutron/v11/x/state-verifier/types"
)

func init() {
	stories = append(stories, verifierBlocks, verifierProofs, verifierRefused, verifierStates)
}

const verifyPath = "/neutron.state_verifier.v1.Query/VerifyStateValues"

// proven asks the committed state of the first block for a value with its proof.
func (c *Chain) proven(store string, key []byte) *icq.StorageValue {
	res, err := c.CommitMultiStore().(storetypes.Queryable).Query(&storetypes.RequestQuery{
		Path: "/" + store + "/key", Data: key, Height: 1, Prove: true,
	})
	check(err)
	return &icq.StorageValue{StoragePrefix: store, Key: key, Value: res.Value, Proof: res.ProofOps}
}

func (r *Rec) verify(name string, height uint64, values ...*icq.StorageValue) {
	req := &verifier.QueryVerifyStateValuesRequest{Height: height, StorageValues: values}
	r.grpc(name, verifyPath, req)
	r.stargate(name+", as JSON", verifyPath, req)
}

// verifying begins a story after the block that has the app hash of the first one.
func (c *Chain) verifying(name, title string) *Rec {
	r := c.tell("verifier/"+name, title)
	r.begin()
	r.appHash = c.LastCommitID().Hash
	r.setHeight(2)
	r.beginBlock("the block after the first", "state-verifier")
	return r
}

// changed is a copy with one thing otherwise.
func changed(value *icq.StorageValue, change func(*icq.StorageValue)) *icq.StorageValue {
	bz, err := value.Marshal()
	check(err)
	other := &icq.StorageValue{}
	check(other.Unmarshal(bz))
	change(other)
	return other
}

var supplyKey = append([]byte{0}, []byte("untrn")...)

func verifierBlocks(c *Chain) {
	r := c.tell("verifier/blocks", "what each block keeps of its header, and a chain that begins with it")
	r.begin()
	r.beginBlock("a block", "state-verifier")
	r.beginBlock("the same height again", "state-verifier")
	r.appHash = bytes.Repeat([]byte{0xfe}, 32)
	r.setHeight(101)
	r.setTime(startTime.Add(1_500_000_000))
	r.beginBlock("the next one, half a second later", "state-verifier")
	r.setTime(startTime.Add(1_500_000_007))
	r.setHeight(1<<53 - 1)
	r.gas(3000).beginBlock("with too little gas for its key", "state-verifier")
	r.gas(5000).beginBlock("with too little gas for its value", "state-verifier")
	r.beginBlock("with enough, at a great height", "state-verifier")
	r.appHash = nil
	r.setHeight(1 << 40)
	r.beginBlock("without an app hash", "state-verifier")
	r.exportGenesis("state-verifier")
	r.importGenesis("an empty genesis", "state-verifier", "state-verifier", `{"states":[]}`)
	state := func(height, at, hash string) string {
		return fmt.Sprintf(`{"height":%q,"cs":{"timestamp":%q,"root":{"hash":%q},"next_validators_hash":"0B0C"}}`, height, at, hash)
	}
	r.importGenesis("two states", "state-verifier", "state-verifier",
		`{"states":[`+state("7", "2026-01-01T00:00:00Z", "BwcH")+`,`+state("3", "2026-01-01T00:00:00.120Z", "")+`]}`)
	r.importGenesis("one height twice", "state-verifier", "state-verifier",
		`{"states":[`+state("7", "2026-01-01T00:00:00.000001Z", "BwcH")+`,`+state("7", "2026-01-01T00:00:00.000000001Z", "CAgI")+`]}`)
	r.importGenesis("heights that are not", "state-verifier", "state-verifier",
		`{"states":[`+state("-1", "1969-12-31T23:59:59.5Z", "BwcH")+`,`+state("0", "0001-01-01T00:00:00Z", "CAgI")+`]}`)
}

func verifierProofs(c *Chain) {
	r := c.verifying("proofs", "values of the chain's own stores, and their absence")
	supply := c.proven("bank", supplyKey)
	params := c.proven("wasm", []byte{0x10})
	absent := c.proven("bank", []byte("nothing here"))
	r.verify("a value", 1, supply)
	r.verify("no value", 1)
	r.verify("two of two stores", 1, supply, params)
	r.verify("one twice", 1, supply, supply)
	r.verify("an absent key", 1, absent)
	r.verify("an absent key with a value", 1, changed(absent, func(v *icq.StorageValue) { v.Value = []byte("x") }))
	r.verify("keys before and after all others", 1, c.proven("bank", []byte{0}), c.proven("bank", []byte{0xff, 0xff}))
	r.verify("both", 1, supply, absent, params)
	r.verify("a store with one row", 1, c.proven("cron", []byte{3}), c.proven("cron", []byte{9}))
	r.verify("a store without rows", 1, c.proven("authz", []byte{1}))
	r.verify("a key with bytes that are no text", 1, c.proven("bank", []byte{0x91, 0xff, 0, '"'}))
	for _, gas := range []uint64{0, 999, 1000, 1026, 1027, 1200, 1250, 2000} {
		r.gas(gas).grpc(fmt.Sprint("a value with gas ", gas), verifyPath, &verifier.QueryVerifyStateValuesRequest{Height: 1, StorageValues: []*icq.StorageValue{supply}})
	}
}

func verifierRefused(c *Chain) {
	r := c.verifying("refused", "values that proofs do not prove")
	supply, params, absent := c.proven("bank", supplyKey), c.proven("wasm", []byte{0x10}), c.proven("bank", []byte("nothing here"))
	for _, height := range []uint64{0, 2, 3, 99, 1 << 63, math.MaxInt64 - 1, math.MaxInt64, math.MaxUint64 - 1, math.MaxUint64} {
		r.verify(fmt.Sprint("at height ", height), height, supply)
	}
	no := func(name string, from *icq.StorageValue, change func(*icq.StorageValue)) {
		r.verify(name, 1, changed(from, change))
	}
	no("another value", supply, func(v *icq.StorageValue) { v.Value[0]++ })
	no("an empty value", supply, func(v *icq.StorageValue) { v.Value = nil })
	no("another key", supply, func(v *icq.StorageValue) { v.Key[0]++ })
	no("no key", supply, func(v *icq.StorageValue) { v.Key = nil })
	no("a key that is no text", supply, func(v *icq.StorageValue) { v.Key = []byte{0xff, '"', '\\', '\n', 0xc3, 0xa9, 7} })
	no("another store", supply, func(v *icq.StorageValue) { v.StoragePrefix = "acc" })
	no("no store", supply, func(v *icq.StorageValue) { v.StoragePrefix = "" })
	no("another key is absent", absent, func(v *icq.StorageValue) { v.Key = supplyKey })
	no("absent in another store", absent, func(v *icq.StorageValue) { v.StoragePrefix = "wasm" })
	no("the proof of another value", supply, func(v *icq.StorageValue) { v.Proof = params.Proof })
	no("the proof of absence", supply, func(v *icq.StorageValue) { v.Proof = absent.Proof })
	no("the proof of presence", absent, func(v *icq.StorageValue) { v.Proof = supply.Proof })
	no("no proof", supply, func(v *icq.StorageValue) { v.Proof = nil })
	no("a proof without steps", supply, func(v *icq.StorageValue) { v.Proof = &crypto.ProofOps{} })
	no("one step", supply, func(v *icq.StorageValue) { v.Proof.Ops = v.Proof.Ops[:1] })
	no("the last step only", supply, func(v *icq.StorageValue) { v.Proof.Ops = v.Proof.Ops[1:] })
	no("three steps", supply, func(v *icq.StorageValue) { v.Proof.Ops = append(v.Proof.Ops, v.Proof.Ops[1]) })
	no("steps in the wrong order", supply, func(v *icq.StorageValue) { v.Proof.Ops[0], v.Proof.Ops[1] = v.Proof.Ops[1], v.Proof.Ops[0] })
	no("a step that is no proof", supply, func(v *icq.StorageValue) { v.Proof.Ops[0].Data = []byte("hello") })
	no("an empty step", supply, func(v *icq.StorageValue) { v.Proof.Ops[0].Data = nil })
	no("an empty second step", supply, func(v *icq.StorageValue) { v.Proof.Ops[1].Data = nil })
	no("another type and key of the step", supply, func(v *icq.StorageValue) { v.Proof.Ops[0].Type, v.Proof.Ops[0].Key = "x", []byte("y") })
	no("another proof of the store", supply, func(v *icq.StorageValue) { v.Proof.Ops[1] = params.Proof.Ops[1] })
	no("a batch", supply, func(v *icq.StorageValue) { v.Proof.Ops[0].Data = batched(v.Proof.Ops[0].Data) })
	no("compressed", supply, func(v *icq.StorageValue) {
		v.Proof.Ops[0].Data = compressed(batched(v.Proof.Ops[0].Data))
	})
	no("a batch of absence", absent, func(v *icq.StorageValue) { v.Proof.Ops[0].Data = batched(v.Proof.Ops[0].Data) })
	r.verify("the second of two", 1, supply, changed(params, func(v *icq.StorageValue) { v.Value = []byte("x") }))
	r.verify("the second without steps", 1, supply, changed(params, func(v *icq.StorageValue) { v.Proof = &crypto.ProofOps{} }))
	r.verify("the first of two", 1, changed(absent, func(v *icq.StorageValue) { v.Key = nil }), supply)
	r.appHash = addr(9)
	r.setHeight(3)
	r.beginBlock("a block with another app hash", "state-verifier")
	r.verify("under another root", 2, supply)
	r.verify("absent under another root", 2, absent)
	r.appHash = nil
	r.setHeight(4)
	r.beginBlock("a block without an app hash", "state-verifier")
	r.verify("under no root", 3, supply)
	r.verify("no value under no root", 3)
	r.putRow("a row that is no state", "state-verifier", verifier.GetConsensusStateKey(5), []byte("hello"))
	r.verify("against a row that is no state", 4, supply)
	r.putRow("a row with an unknown member", "state-verifier", verifier.GetConsensusStateKey(5), []byte{0x20, 1})
	r.verify("against a row with an unknown member", 4, supply)
	r.putRow("an empty row", "state-verifier", verifier.GetConsensusStateKey(5), []byte{})
	r.verify("against an empty row", 4, supply)
}

// verifierStates asks a path that contracts may not.
func verifierStates(c *Chain) {
	r := c.verifying("states", "contracts may not ask for the states themselves")
	const path = "/neutron.state_verifier.v1.Query/QueryConsensusState"
	r.grpc("a state", path, &verifier.QueryConsensusStateRequest{Height: 2})
	r.stargate("a state, as JSON", path, &verifier.QueryConsensusStateRequest{Height: 2})
	for _, height := range []uint64{2, 1, 3, 0, 1 << 63, math.MaxUint64} {
		r.routed(fmt.Sprint("the state of height ", height, " by the router"), path, &verifier.QueryConsensusStateRequest{Height: height})
	}
}

func batched(bz []byte) []byte {
	proof := &ics23.CommitmentProof{}
	check(proof.Unmarshal(bz))
	entry := &ics23.BatchEntry{}
	if exist := proof.GetExist(); exist != nil {
		entry.Proof = &ics23.BatchEntry_Exist{Exist: exist}
	} else {
		entry.Proof = &ics23.BatchEntry_Nonexist{Nonexist: proof.GetNonexist()}
	}
	batch := &ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Batch{Batch: &ics23.BatchProof{Entries: []*ics23.BatchEntry{entry}}}}
	bz, err := batch.Marshal()
	check(err)
	return bz
}

func compressed(bz []byte) []byte {
	proof := &ics23.CommitmentProof{}
	check(proof.Unmarshal(bz))
	bz, err := ics23.Compress(proof).Marshal()
	check(err)
	return bz
}
