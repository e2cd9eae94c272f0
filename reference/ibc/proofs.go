package main

import (
	"fmt"
	"maps"
	"slices"

	"cosmossdk.io/log"
	"cosmossdk.io/store/metrics"
	"cosmossdk.io/store/rootmulti"
	storetypes "cosmossdk.io/store/types"
	dbm "github.com/cosmos/cosmos-db"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

// otherChain is the state of a chain, and proofs of it.
type otherChain struct {
	store *rootmulti.Store
	keys  map[string]*storetypes.KVStoreKey
}

func newOtherChain(rows map[string]map[string][]byte) *otherChain {
	o := &otherChain{store: rootmulti.NewStore(dbm.NewMemDB(), log.NewNopLogger(), metrics.NewNoOpMetrics()), keys: map[string]*storetypes.KVStoreKey{}}
	for _, name := range []string{"ibc", "upgrade"} {
		o.keys[name] = storetypes.NewKVStoreKey(name)
		o.store.MountStoreWithDB(o.keys[name], storetypes.StoreTypeIAVL, nil)
	}
	check(o.store.LoadLatestVersion())
	for name, pairs := range rows {
		// The shape of the tree comes of the order.
		for _, key := range slices.Sorted(maps.Keys(pairs)) {
			o.store.GetKVStore(o.keys[name]).Set([]byte(key), pairs[key])
		}
	}
	o.store.Commit()
	return o
}

func (o *otherChain) root() commitmenttypes.MerkleRoot {
	return commitmenttypes.NewMerkleRoot(o.store.LastCommitID().Hash)
}

func (o *otherChain) proof(store, key string) []byte {
	res, err := o.store.Query(&storetypes.RequestQuery{Path: "/" + store + "/key", Data: []byte(key), Height: 1, Prove: true})
	check(err)
	proof, err := commitmenttypes.ConvertProofs(res.ProofOps)
	check(err)
	return marshal(&proof)
}

func proofStories() {
	proving()
	upgrading()
}

func proving() {
	other := newOtherChain(map[string]map[string][]byte{"ibc": {"a": []byte("one"), "key": []byte("value"), "z": []byte("two")}, "upgrade": {"u": []byte("three")}})
	r := tell("proofs")
	consensus := consensusState()
	consensus.Root = other.root()
	r.msg("a client", creation(clientState(), consensus))
	r.msg("a height", update(client0, with(base(), func(t *told) { t.height = 6 }).make()))
	request := func(key string, value string) *clienttypes.QueryVerifyMembershipRequest {
		q := membership(client0)
		q.Proof, q.MerklePath, q.Value = other.proof("ibc", key), commitmenttypes.NewMerklePath([]byte("ibc"), []byte(key)), []byte(value)
		return q
	}
	try := func(name string, q *clienttypes.QueryVerifyMembershipRequest, change func(*clienttypes.QueryVerifyMembershipRequest)) {
		change(q)
		r.member(name, q)
		if len(q.Value) > 0 {
			r.query(name+", asked for", clientQuery+"VerifyMembership", q)
		}
	}
	same := func(*clienttypes.QueryVerifyMembershipRequest) {}
	for _, value := range []string{"value", ""} {
		what := map[string]string{"value": "of a value", "": "of nothing"}[value]
		key := map[string]string{"value": "key", "": "missing"}[value]
		try(what, request(key, value), same)
		try(what+" for another client", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ClientId = "07-tendermint-7" })
		try(what+" for the wrong kind", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ClientId = "08-wasm-7" })
		try(what+" above what is known", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ProofHeight.RevisionHeight = 7 })
		try(what+" of a later revision", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ProofHeight = clienttypes.NewHeight(8, 1) })
		try(what+" at a height that is not known", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ProofHeight.RevisionHeight = 4 })
		try(what+" at another height", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.ProofHeight.RevisionHeight = 6 })
		try(what+" that is no proof", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.Proof = []byte{255} })
		try(what+" by a proof of nothing", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.Proof = other.proof("ibc", "gone") })
		try(what+" by a proof of another", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) { q.Proof = other.proof("ibc", "z") })
		try(what+" of another store", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) {
			q.MerklePath = commitmenttypes.NewMerklePath([]byte("upgrade"), []byte(key))
		})
		try(what+" with a path of one part", request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) {
			q.MerklePath = commitmenttypes.NewMerklePath([]byte(key))
		})
		for _, delay := range [][2]uint64{{1, 0}, {0, 1}, {1, 1}, {^uint64(0), 0}, {0, ^uint64(0)}} {
			try(fmt.Sprintf("%s after %d ns and %d blocks", what, delay[0], delay[1]), request(key, value), func(q *clienttypes.QueryVerifyMembershipRequest) {
				q.TimeDelay, q.BlockDelay = delay[0], delay[1]
			})
		}
	}
	try("of another value", request("key", "valuE"), same)
	r.block(11, startTime.Add(1))
	try("when time and blocks have passed", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.TimeDelay, q.BlockDelay = 1, 1 })
	try("when a block is missing", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.TimeDelay, q.BlockDelay = 1, 2 })
	try("when a nanosecond is missing", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.TimeDelay, q.BlockDelay = 2, 1 })
	r.put("no time", map[string][]byte{"clients/07-tendermint-0/consensusStates/7-5/processedTime": nil})
	try("without the time of arrival", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.TimeDelay = 1 })
	r.put("no height", map[string][]byte{"clients/07-tendermint-0/consensusStates/7-5/processedHeight": nil})
	try("without the height of arrival", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.BlockDelay = 1 })
	r.put("a bent height", map[string][]byte{"clients/07-tendermint-0/consensusStates/7-5/processedHeight": []byte("1/10")})
	try("with a bent height of arrival", request("key", "value"), func(q *clienttypes.QueryVerifyMembershipRequest) { q.BlockDelay = 1 })
	r.block(12, startTime.Add(span(86_400)))
	try("for an expired client", request("key", "value"), same)
	try("of nothing for an expired client", request("missing", ""), same)
}

func upgrading() {
	planned := func(change func(*ibctm.ClientState)) *ibctm.ClientState {
		s := clientState()
		s.ChainId, s.LatestHeight = "chain-b-8", clienttypes.NewHeight(8, 1)
		s.TrustingPeriod, s.MaxClockDrift, s.TrustLevel = 1, 1, ibctm.Fraction{Numerator: 2, Denominator: 3}
		change(s)
		return s
	}
	consensus := ibctm.NewConsensusState(startTime, commitmenttypes.NewMerkleRoot([]byte("sentinel")), strangers.set.Hash())
	r := tell("upgrading a client")
	try := func(name string, plan *ibctm.ClientState, edit func(*ibctm.ClientState), change func(*otherChain, *clienttypes.MsgUpgradeClient)) {
		packed, err := clienttypes.MarshalClientState(r.cdc, plan.ZeroCustomFields())
		check(err)
		packedConsensus, err := clienttypes.MarshalConsensusState(r.cdc, consensus)
		check(err)
		const place = "upgradedIBCState/5/"
		other := newOtherChain(map[string]map[string][]byte{"upgrade": {place + "upgradedClient": packed, place + "upgradedConsState": packedConsensus}, "ibc": {"a": []byte("b")}})
		state, known := clientState(), consensusState()
		known.Root = other.root()
		edit(state)
		count := r.keeper.ClientKeeper.GetNextClientSequence(r.ctx)
		r.msg("a client", creation(state, known))
		msg, err := clienttypes.NewMsgUpgradeClient(fmt.Sprintf("07-tendermint-%d", count), plan, consensus,
			other.proof("upgrade", place+"upgradedClient"), other.proof("upgrade", place+"upgradedConsState"), alice)
		check(err)
		change(other, msg)
		r.msg(name, msg)
	}
	none := func(*ibctm.ClientState) {}
	same := func(*otherChain, *clienttypes.MsgUpgradeClient) {}
	try("as it should be", planned(none), none, same)
	try("with a shorter unbonding period", planned(func(s *ibctm.ClientState) { s.UnbondingPeriod = span(129_600) + 1 }), none, same)
	try("with a longer unbonding period", planned(func(s *ibctm.ClientState) { s.UnbondingPeriod *= 2 }), none, same)
	try("with other proofs and another path", planned(func(s *ibctm.ClientState) { s.ProofSpecs, s.UpgradePath = s.ProofSpecs[:1], []string{"up"} }), none, same)
	try("of the same chain", planned(func(s *ibctm.ClientState) { s.ChainId, s.LatestHeight = otherID, clienttypes.NewHeight(7, 6) }), none, same)
	try("not higher", planned(func(s *ibctm.ClientState) { s.ChainId, s.LatestHeight = otherID, clienttypes.NewHeight(7, 5) }), none, same)
	try("of an earlier revision", planned(func(s *ibctm.ClientState) { s.ChainId, s.LatestHeight = "chain-b-6", clienttypes.NewHeight(6, 50) }), none, same)
	try("without a path", planned(none), func(s *ibctm.ClientState) { s.UpgradePath = nil }, same)
	try("with another path", planned(none), func(s *ibctm.ClientState) { s.UpgradePath = []string{"upgrade", "upgraded"} }, same)
	try("with a path of three parts", planned(none), func(s *ibctm.ClientState) { s.UpgradePath = []string{"upgrade", "upgraded", "state"} }, same)
	try("of a revision that does not fit", planned(func(s *ibctm.ClientState) { s.LatestHeight.RevisionNumber = 9 }), none, same)
	try("with no unbonding period", planned(func(s *ibctm.ClientState) { s.UnbondingPeriod = 0 }), none, same)
	try("with a blank path", planned(func(s *ibctm.ClientState) { s.UpgradePath = []string{" "} }), none, same)
	for _, bent := range []struct {
		name   string
		change func(*otherChain, *clienttypes.MsgUpgradeClient)
	}{
		{"no proof of the client", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ProofUpgradeClient = nil }},
		{"no proof of the state", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ProofUpgradeConsensusState = nil }},
		{"a proof of the client that is none", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ProofUpgradeClient = []byte{255} }},
		{"a proof of the state that is none", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ProofUpgradeConsensusState = []byte{255} }},
		{"a proof of another client", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) {
			m.ProofUpgradeClient = m.ProofUpgradeConsensusState
		}},
		{"a proof of another state", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) {
			m.ProofUpgradeConsensusState = m.ProofUpgradeClient
		}},
		{"no client", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ClientState = nil }},
		{"no state", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ConsensusState = nil }},
		{"another state", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) {
			packed, err := clienttypes.PackConsensusState(consensusState())
			check(err)
			m.ConsensusState = packed
		}},
		{"another client", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) {
			packed, err := clienttypes.PackClientState(planned(func(s *ibctm.ClientState) { s.LatestHeight.RevisionHeight = 2 }))
			check(err)
			m.ClientState = packed
		}},
		{"a client that is not there", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ClientId = "07-tendermint-77" }},
		{"the chain itself", func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ClientId = "09-localhost" }},
	} {
		try(bent.name, planned(none), none, bent.change)
	}
	for i, signer := range badSigners {
		try(fmt.Sprintf("signer %d", i), planned(none), none, func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.Signer = signer })
	}
	for i, id := range badClientIDs {
		try(fmt.Sprintf("client id %d", i), planned(none), none, func(_ *otherChain, m *clienttypes.MsgUpgradeClient) { m.ClientId = id })
	}
	r.block(11, knownTime.Add(span(86_400)))
	msg, err := clienttypes.NewMsgUpgradeClient("07-tendermint-7", planned(none), consensus, []byte{1}, []byte{1}, alice)
	check(err)
	r.msg("of an expired client", msg)
}
