package main

import (
	"fmt"
	"strings"
	"time"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/types/query"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	clientv2types "github.com/cosmos/ibc-go/v10/modules/core/02-client/v2/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	ibctypes "github.com/cosmos/ibc-go/v10/modules/core/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
	ics23 "github.com/cosmos/ics23/go"
)

const clientQuery = "/ibc.core.client.v1.Query/"

// badSigners are no addresses of the chain.
var badSigners = []string{"", "nobody", "cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du"}
var badClientIDs = []string{"", "ab", "07 tendermint-0", strings.Repeat("c", 65), "client/one"}

func clientStories() {
	creating()
	changingParams()
	updating()
	owning()
	recovering()
	asking()
	exporting()
}

func creating() {
	r := tell("making clients")
	for i, signer := range badSigners {
		msg := creation(clientState(), consensusState())
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	for i, empty := range []*codectypes.Any{nil, {}} {
		msg := creation(clientState(), consensusState())
		msg.ClientState = empty
		r.msg(fmt.Sprintf("without client state %d", i), msg)
		msg = creation(clientState(), consensusState())
		msg.ConsensusState = empty
		r.msg(fmt.Sprintf("without consensus state %d", i), msg)
	}
	states := []func(*ibctm.ClientState){
		func(s *ibctm.ClientState) { s.ChainId = "" },
		func(s *ibctm.ClientState) { s.ChainId = " \t" },
		func(s *ibctm.ClientState) { s.ChainId = strings.Repeat("b", 49) + "-7" },
		func(s *ibctm.ClientState) { s.TrustLevel = ibctm.Fraction{Numerator: 33, Denominator: 100} },
		func(s *ibctm.ClientState) { s.TrustLevel = ibctm.Fraction{Numerator: 4, Denominator: 3} },
		func(s *ibctm.ClientState) { s.TrustLevel = ibctm.Fraction{} },
		func(s *ibctm.ClientState) { s.TrustingPeriod = 0 },
		func(s *ibctm.ClientState) { s.TrustingPeriod = -span(1) },
		func(s *ibctm.ClientState) { s.UnbondingPeriod = 0 },
		func(s *ibctm.ClientState) { s.MaxClockDrift = 0 },
		func(s *ibctm.ClientState) { s.LatestHeight.RevisionNumber = 8 },
		func(s *ibctm.ClientState) { s.LatestHeight.RevisionHeight = 0 },
		func(s *ibctm.ClientState) { s.TrustingPeriod = s.UnbondingPeriod },
		func(s *ibctm.ClientState) { s.TrustingPeriod, s.UnbondingPeriod = 1_500_000, 1_500_000 },
		func(s *ibctm.ClientState) { s.TrustingPeriod, s.UnbondingPeriod = 90_500_000_000, 1_001 },
		func(s *ibctm.ClientState) { s.TrustingPeriod, s.UnbondingPeriod = 20, 7 },
		func(s *ibctm.ClientState) { s.ProofSpecs = nil },
		func(s *ibctm.ClientState) { s.UpgradePath = []string{"upgrade", " "} },
		func(s *ibctm.ClientState) { s.FrozenHeight = clienttypes.NewHeight(0, 1) },
		func(s *ibctm.ClientState) { s.TrustingPeriod = span(3600) },
		func(s *ibctm.ClientState) { s.TrustingPeriod = span(3601) },
		func(s *ibctm.ClientState) { s.UpgradePath = nil },
		func(s *ibctm.ClientState) { s.ChainId, s.LatestHeight.RevisionNumber = "plain", 0 },
		func(s *ibctm.ClientState) { s.ChainId, s.LatestHeight.RevisionNumber = strings.Repeat("b", 48)+"-7", 7 },
	}
	for i, change := range states {
		state := clientState()
		change(state)
		r.msg(fmt.Sprintf("client state %d", i), creation(state, consensusState()))
	}
	roots := []func(*ibctm.ConsensusState){
		func(s *ibctm.ConsensusState) { s.Root = commitmenttypes.MerkleRoot{} },
		func(s *ibctm.ConsensusState) { s.NextValidatorsHash = s.NextValidatorsHash[:31] },
		func(s *ibctm.ConsensusState) { s.NextValidatorsHash = nil },
		func(s *ibctm.ConsensusState) { s.Timestamp = time.Unix(0, 5) },
		func(s *ibctm.ConsensusState) { s.Timestamp = time.Unix(-1, 0) },
		func(s *ibctm.ConsensusState) { s.Timestamp = time.Unix(1, 0) },
	}
	for i, change := range roots {
		consensus := consensusState()
		change(consensus)
		r.msg(fmt.Sprintf("consensus state %d", i), creation(clientState(), consensus))
	}
	// As the store has the number of the next client.
	r.put("no number for the next client", map[string][]byte{"nextClientSequence": nil})
	r.msg("without a number", creation(clientState(), consensusState()))
}

func changingParams() {
	r := tell("which clients are allowed")
	set := func(name, signer string, allowed ...string) {
		r.msg(name, &clienttypes.MsgUpdateParams{Signer: signer, Params: clienttypes.Params{AllowedClients: allowed}})
	}
	list := func(count int) []string {
		all := []string{}
		for i := range count {
			all = append(all, fmt.Sprintf("type%d", i))
		}
		return all
	}
	for i, signer := range badSigners {
		set(fmt.Sprintf("signer %d", i), signer, "*")
	}
	set("by anybody", alice, "*")
	set("more than 200", authority, list(201)...)
	set("200", authority, list(200)...)
	set("the wildcard and another", authority, "*", "07-tendermint")
	set("another and the wildcard", authority, "07-tendermint", "*")
	set("blank", authority, "07-tendermint", " ")
	set("twice", authority, "07-tendermint", "09-localhost", "07-tendermint")
	set("none", authority)
	r.msg("a client when none is allowed", creation(clientState(), consensusState()))
	set("tendermint", authority, "07-tendermint")
	r.msg("a client that is allowed", creation(clientState(), consensusState()))
	set("another kind alone", authority, "06-solomachine")
	r.msg("a client that is not allowed", creation(clientState(), consensusState()))
	r.msg("an update of a client that is not allowed", update("07-tendermint-0", base().make()))
	r.query("its status", clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: "07-tendermint-0"})
	r.query("its last state", clientQuery+"ConsensusState", &clienttypes.QueryConsensusStateRequest{ClientId: "07-tendermint-0", LatestHeight: true})
	r.query("a proof for it", clientQuery+"VerifyMembership", membership("07-tendermint-0"))
	r.query("params", clientQuery+"ClientParams", &clienttypes.QueryClientParamsRequest{})
	set("two kinds", authority, "06-solomachine", "07-tendermint")
	r.msg("a client that is allowed again", creation(clientState(), consensusState()))
	r.put("no params", map[string][]byte{"clientParams": nil})
	r.msg("a client without params", creation(clientState(), consensusState()))
}

func membership(client string) *clienttypes.QueryVerifyMembershipRequest {
	path := commitmenttypes.NewMerklePath([]byte("ibc"), []byte("key"))
	return &clienttypes.QueryVerifyMembershipRequest{ClientId: client, Proof: []byte{10, 0}, ProofHeight: trustedHeight, Value: []byte("value"), MerklePath: path}
}

func updating() {
	r := tell("updating a client")
	r.msg("a client", creation(clientState(), consensusState()))
	good := base().make()
	for i, signer := range badSigners {
		msg := update("07-tendermint-0", good)
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	for i, empty := range []*codectypes.Any{nil, {}} {
		r.msg(fmt.Sprintf("without a header %d", i), &clienttypes.MsgUpdateClient{ClientId: "07-tendermint-0", ClientMessage: empty, Signer: alice})
		r.msg(fmt.Sprintf("without evidence %d", i), &clienttypes.MsgSubmitMisbehaviour{ClientId: "07-tendermint-0", Misbehaviour: empty, Signer: alice})
	}
	for i, id := range badClientIDs {
		r.msg(fmt.Sprintf("client id %d", i), update(id, good))
		r.msg(fmt.Sprintf("client id %d of evidence", i), submission(id, good))
	}
	for _, id := range []string{"tendermint", "07-tendermint-", "07-tendermint-18446744073709551616", "07-tendermint-1", "06-solomachine-0", "09-localhost", "08-wasm-3"} {
		r.msg("client "+id, update(id, good))
	}
	r.msg("taken", update("07-tendermint-0", good))
	r.msg("the same again", update("07-tendermint-0", good))
	r.msg("as evidence", submission("07-tendermint-0", with(base(), func(t *told) { t.height, t.at = 7, t.at.Add(-span(1)) }).make()))
	r.msg("two blocks higher", update("07-tendermint-0", with(base(), func(t *told) {
		t.height, t.at, t.trusted = 10, t.at.Add(span(1)), clienttypes.NewHeight(7, 8)
	}).make()))
	relayers := marshal(&clientv2types.Config{AllowedRelayers: []string{bob}})
	r.put("one relayer is allowed", map[string][]byte{"clients/07-tendermint-0/config": relayers})
	next := with(base(), func(t *told) { t.height, t.at = 11, t.at.Add(span(2)) }).make()
	r.msg("by a relayer who is not allowed", update("07-tendermint-0", next))
	msg := update("07-tendermint-0", next)
	msg.Signer = bob
	r.msg("by the one who is", msg)
	r.block(11, knownTime.Add(span(86_400+60)))
	r.msg("with an expired state", update("07-tendermint-0", with(base(), func(t *told) { t.height, t.at = 12, t.at.Add(span(3)) }).make()))
	r.block(12, knownTime.Add(span(86_400+62)))
	r.msg("when expired", update("07-tendermint-0", next))
	r.put("no last state", map[string][]byte{"clients/07-tendermint-0/consensusStates/7-11": nil})
	r.query("status without a last state", clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: "07-tendermint-0"})
}

func submission(client string, header *ibctm.Header) *clienttypes.MsgSubmitMisbehaviour {
	msg, err := clienttypes.NewMsgSubmitMisbehaviour(client, header, alice)
	check(err)
	return msg
}

func owning() {
	r := tell("who made a client")
	const id = "07-tendermint-0"
	creatorOf := func() {
		r.query("creator", clientQuery+"ClientCreator", &clienttypes.QueryClientCreatorRequest{ClientId: id})
	}
	remove := func(name, client, signer string) {
		r.msg(name, &clienttypes.MsgDeleteClientCreator{ClientId: client, Signer: signer})
	}
	r.msg("a client", creation(clientState(), consensusState()))
	creatorOf()
	for i, signer := range badSigners {
		remove(fmt.Sprintf("signer %d", i), id, signer)
	}
	for i, client := range badClientIDs {
		remove(fmt.Sprintf("client id %d", i), client, alice)
	}
	remove("id without a number", "07-tendermint", alice)
	remove("another client", "07-tendermint-1", alice)
	remove("by a stranger", id, bob)
	remove("by the creator", id, alice)
	creatorOf()
	remove("again", id, alice)
	r.msg("another client", creation(clientState(), consensusState()))
	remove("by the authority", "07-tendermint-1", authority)
}

func recovering() {
	r := tell("recovering a client")
	recover := func(name, signer, subject, substitute string) {
		r.msg(name, &clienttypes.MsgRecoverClient{SubjectClientId: subject, SubstituteClientId: substitute, Signer: signer})
	}
	for i, signer := range badSigners {
		recover(fmt.Sprintf("signer %d", i), signer, "07-tendermint-0", "07-tendermint-1")
	}
	for i, id := range badClientIDs {
		recover(fmt.Sprintf("subject %d", i), authority, id, "07-tendermint-1")
		recover(fmt.Sprintf("substitute %d", i), authority, "07-tendermint-0", id)
	}
	recover("by itself", authority, "07-tendermint-0", "07-tendermint-0")
	r.msg("the subject", creation(clientState(), consensusState()))
	make := func(name string, change func(*ibctm.ClientState)) {
		state := clientState()
		state.LatestHeight.RevisionHeight = 6
		change(state)
		consensus := consensusState()
		consensus.Timestamp = startTime
		r.msg(name, creation(state, consensus))
	}
	make("the substitute", func(s *ibctm.ClientState) {})                                                                        // 1
	make("of the same height", func(s *ibctm.ClientState) { s.LatestHeight.RevisionHeight = 5 })                                 // 2
	make("lower", func(s *ibctm.ClientState) { s.LatestHeight.RevisionHeight = 4 })                                              // 3
	make("with another trust level", func(s *ibctm.ClientState) { s.TrustLevel = ibctm.Fraction{Numerator: 2, Denominator: 3} }) // 4
	make("with another unbonding period", func(s *ibctm.ClientState) { s.UnbondingPeriod += 1 })                                 // 5
	make("with another clock drift", func(s *ibctm.ClientState) { s.MaxClockDrift += 1 })                                        // 6
	make("with other proofs", func(s *ibctm.ClientState) { s.ProofSpecs = s.ProofSpecs[:1] })                                    // 7
	make("with another path of upgrades", func(s *ibctm.ClientState) { s.UpgradePath = []string{"upgrade"} })                    // 8
	make("that updates after it expired", func(s *ibctm.ClientState) {
		s.ChainId, s.LatestHeight.RevisionNumber, s.TrustingPeriod, s.AllowUpdateAfterExpiry, s.AllowUpdateAfterMisbehaviour = "chain-b-8", 8, span(90_000), true, true
	}) // 9
	make("without a time of arrival", func(s *ibctm.ClientState) {})     // 10
	make("without a height of arrival", func(s *ibctm.ClientState) {})   // 11
	make("with a bent height of arrival", func(s *ibctm.ClientState) {}) // 12
	r.put("what is missing", map[string][]byte{
		"clients/07-tendermint-10/consensusStates/7-6/processedTime":   nil,
		"clients/07-tendermint-11/consensusStates/7-6/processedHeight": nil,
		"clients/07-tendermint-12/consensusStates/7-6/processedHeight": []byte("one"),
	})
	recover("while it is active", authority, "07-tendermint-0", "07-tendermint-1")
	r.block(11, knownTime.Add(span(86_400)))
	recover("by anybody", alice, "07-tendermint-0", "07-tendermint-1")
	recover("of a client that is not there", authority, "07-tendermint-77", "07-tendermint-1")
	recover("of no client", authority, "nobody", "07-tendermint-1")
	recover("of a kind that is not there", authority, "08-wasm-0", "07-tendermint-1")
	recover("of the chain itself", authority, "09-localhost", "07-tendermint-1")
	recover("by a client that is not there", authority, "07-tendermint-0", "07-tendermint-77")
	recover("by the chain itself", authority, "07-tendermint-0", "09-localhost")
	recover("by no client", authority, "07-tendermint-0", "nobody")
	for i := 2; i <= 8; i++ {
		recover(fmt.Sprintf("by client %d", i), authority, "07-tendermint-0", fmt.Sprintf("07-tendermint-%d", i))
	}
	for i := 10; i <= 12; i++ {
		recover(fmt.Sprintf("by client %d", i), authority, "07-tendermint-0", fmt.Sprintf("07-tendermint-%d", i))
	}
	recover("as it should be", authority, "07-tendermint-0", "07-tendermint-1")
	r.query("status", clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: "07-tendermint-0"})
	frozen := clientState()
	frozen.LatestHeight, frozen.FrozenHeight = clienttypes.NewHeight(7, 6), clienttypes.NewHeight(0, 1)
	r.put("frozen", map[string][]byte{"clients/07-tendermint-0/clientState": clienttypes.MustMarshalClientState(r.cdc, frozen)})
	recover("of a frozen one, by one of a later chain", authority, "07-tendermint-0", "07-tendermint-9")
	r.query("status", clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: "07-tendermint-0"})
	r.block(12, startTime.Add(span(90_000)))
	recover("by one that is expired too", authority, "07-tendermint-0", "07-tendermint-1")
}

func asking() {
	r := tell("questions about clients")
	for range 12 {
		r.msg("a client", creation(clientState(), consensusState()))
	}
	r.msg("a height", update("07-tendermint-0", base().make()))
	r.msg("another", update("07-tendermint-0", with(base(), func(t *told) { t.height, t.at = 10, t.at.Add(span(1)) }).make()))
	ids := append([]string{"07-tendermint-0", "07-tendermint-77", "nobody", "09-localhost"}, badClientIDs...)
	for _, id := range ids {
		r.query("state of "+id, clientQuery+"ClientState", &clienttypes.QueryClientStateRequest{ClientId: id})
		r.query("status of "+id, clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: id})
		r.query("creator of "+id, clientQuery+"ClientCreator", &clienttypes.QueryClientCreatorRequest{ClientId: id})
		r.query("last state of "+id, clientQuery+"ConsensusState", &clienttypes.QueryConsensusStateRequest{ClientId: id, LatestHeight: true})
		r.query("states of "+id, clientQuery+"ConsensusStates", &clienttypes.QueryConsensusStatesRequest{ClientId: id})
		r.query("heights of "+id, clientQuery+"ConsensusStateHeights", &clienttypes.QueryConsensusStateHeightsRequest{ClientId: id})
		r.query("a proof for "+id, clientQuery+"VerifyMembership", membership(id))
	}
	r.query("all clients", clientQuery+"ClientStates", &clienttypes.QueryClientStatesRequest{})
	r.query("two clients", clientQuery+"ClientStates", &clienttypes.QueryClientStatesRequest{Pagination: &query.PageRequest{Limit: 2, CountTotal: true}})
	r.query("one height", clientQuery+"ConsensusStateHeights", &clienttypes.QueryConsensusStateHeightsRequest{ClientId: "07-tendermint-0", Pagination: &query.PageRequest{Limit: 1, CountTotal: true}})
	r.query("one state from the end", clientQuery+"ConsensusStates", &clienttypes.QueryConsensusStatesRequest{ClientId: "07-tendermint-0", Pagination: &query.PageRequest{Limit: 1, Reverse: true}})
	for _, at := range [][2]uint64{{7, 5}, {7, 6}, {7, 0}, {0, 8}} {
		r.query(fmt.Sprintf("state of %d-%d", at[0], at[1]), clientQuery+"ConsensusState",
			&clienttypes.QueryConsensusStateRequest{ClientId: "07-tendermint-0", RevisionNumber: at[0], RevisionHeight: at[1]})
	}
	for i, change := range []func(*clienttypes.QueryVerifyMembershipRequest){
		func(q *clienttypes.QueryVerifyMembershipRequest) { q.Proof = nil },
		func(q *clienttypes.QueryVerifyMembershipRequest) { q.ProofHeight = clienttypes.ZeroHeight() },
		func(q *clienttypes.QueryVerifyMembershipRequest) { q.MerklePath = commitmenttypes.NewMerklePath() },
		func(q *clienttypes.QueryVerifyMembershipRequest) { q.Value = nil },
	} {
		q := membership("07-tendermint-0")
		change(q)
		r.query(fmt.Sprintf("a proof %d", i), clientQuery+"VerifyMembership", q)
	}
	r.query("planned client", clientQuery+"UpgradedClientState", &clienttypes.QueryUpgradedClientStateRequest{})
	r.query("planned state", clientQuery+"UpgradedConsensusState", &clienttypes.QueryUpgradedConsensusStateRequest{})
	r.block(11, knownTime.Add(span(100_000)))
	r.query("a proof for an expired client", clientQuery+"VerifyMembership", membership("07-tendermint-0"))
}

func exporting() {
	r := tell("genesis of clients")
	r.add(Step{Name: "by default", Kind: "default", Genesis: r.cdc.MustMarshalJSON(ibctypes.DefaultGenesisState())})
	r.export("nothing yet")
	for i := range 12 {
		state := clientState()
		if i == 3 {
			state.TrustingPeriod, state.MaxClockDrift = 1_500_000_000, 3_600_000_000_020
			state.UpgradePath, state.ProofSpecs = nil, state.ProofSpecs[:1]
			state.AllowUpdateAfterExpiry, state.AllowUpdateAfterMisbehaviour = true, true
			state.TrustLevel = ibctm.Fraction{Numerator: 2, Denominator: 3}
		}
		consensus := consensusState()
		consensus.Timestamp = startTime.Add(time.Duration(i) * 7_000_001)
		if i == 8 {
			sparse := ics23.ProofSpec{LeafSpec: ics23.SmtSpec.LeafSpec, InnerSpec: ics23.SmtSpec.InnerSpec, MaxDepth: ics23.SmtSpec.MaxDepth, MinDepth: 3}
			state.ProofSpecs = []*ics23.ProofSpec{&sparse, {}}
		}
		if i == 4 {
			consensus.Timestamp = time.Date(2024, 2, 29, 23, 59, 59, 120_000_000, time.UTC)
		}
		r.msg("a client", creation(state, consensus))
	}
	// Rows that only a genesis of another release could bring.
	r.put("rows of their own", map[string][]byte{
		"clients/07-tendermint-2/own":                                                                                     []byte("row"),
		"clients/07-tendermint-5/consensusStates/7-5":                                                                     nil,
		"clients/07-tendermint-6/consensusStates/7-5":                                                                     nil,
		"clients/07-tendermint-6/consensusStates/7-5/processedTime":                                                       nil,
		"clients/07-tendermint-6/consensusStates/7-5/processedHeight":                                                     nil,
		"clients/07-tendermint-6/iterateConsensusStates" + string([]byte{0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 5}): nil,
	})
	r.msg("a height", update("07-tendermint-0", with(base(), func(t *told) { t.at = startTime.Add(span(1)) }).make()))
	r.msg("a lower one", update("07-tendermint-0", with(base(), func(t *told) { t.height, t.at = 7, startTime.Add(span(1)-1) }).make()))
	days := map[string][]byte{}
	for i, day := range []time.Time{
		time.Date(1970, 1, 1, 0, 0, 1, 0, time.UTC), time.Date(1971, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(1972, 2, 29, 1, 2, 3, 4_000, time.UTC), time.Date(1972, 3, 1, 10, 0, 0, 0, time.UTC),
		time.Date(1999, 12, 31, 23, 0, 0, 0, time.UTC), time.Date(2000, 2, 29, 0, 0, 0, 0, time.UTC),
		time.Date(2000, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2001, 2, 28, 0, 59, 0, 0, time.UTC),
		time.Date(2038, 1, 19, 3, 14, 8, 0, time.UTC), time.Date(2100, 2, 28, 0, 0, 0, 0, time.UTC),
		time.Date(2100, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2400, 2, 29, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
	} {
		consensus := consensusState()
		consensus.Timestamp = day
		days[fmt.Sprintf("clients/07-tendermint-1/consensusStates/7-%d", 100+i)] = clienttypes.MustMarshalConsensusState(r.cdc, consensus)
	}
	r.put("days of the calendar", days)
	r.export("what a chain exports")
	state := r.genesis()
	taken := tell("a chain that begins with the genesis of another")
	taken.begin("genesis", state)
	taken.export("the same again")
	taken.msg("a client more", creation(clientState(), consensusState()))
}
