package main

import (
	"fmt"
	"strings"
	"time"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

type bent struct {
	name   string
	change func(*ibctm.Header)
}

const client0 = "07-tendermint-0"

func headerStories() {
	formOfHeaders()
	formOfCommits()
	formOfSets()
	trustInHeaders()
	revisions()
	otherKeys()
}

// each tries headers that are bent after they were signed, by message and by the client itself.
func (r *Rec) each(t told, cases []bent) {
	for _, c := range cases {
		h := t.make()
		c.change(h)
		r.msg(c.name, update(client0, h))
		r.verify(c.name+", for the client", client0, h)
	}
}

func withClient(name string, trusted signers) *Rec {
	r := tell(name)
	consensus := consensusState()
	consensus.NextValidatorsHash = trusted.set.Hash()
	r.msg("a client", creation(clientState(), consensus))
	return r
}

func formOfHeaders() {
	r := withClient("the form of a header", three)
	long := make([]byte, 33)
	r.each(base(), []bent{
		{"no header and no commit", func(h *ibctm.Header) { h.SignedHeader = &cmtproto.SignedHeader{} }},
		{"no commit", func(h *ibctm.Header) { h.Commit = nil }},
		{"another block protocol", func(h *ibctm.Header) { h.Header.Version.Block = 10 }},
		{"a chain id of 51 bytes", func(h *ibctm.Header) { h.Header.ChainID = strings.Repeat("b", 49) + "-7" }},
		{"a negative height", func(h *ibctm.Header) { h.Header.Height = -1 }},
		{"height 0", func(h *ibctm.Header) { h.Header.Height = 0 }},
		{"hash of the last block", func(h *ibctm.Header) { h.Header.LastBlockId.Hash = long }},
		{"hash of the last block's parts", func(h *ibctm.Header) { h.Header.LastBlockId.PartSetHeader.Hash = long }},
		{"hash of the last commit", func(h *ibctm.Header) { h.Header.LastCommitHash = long }},
		{"hash of the data", func(h *ibctm.Header) { h.Header.DataHash = long }},
		{"hash of the evidence", func(h *ibctm.Header) { h.Header.EvidenceHash = long }},
		{"hash of the validators", func(h *ibctm.Header) { h.Header.ValidatorsHash = long }},
		{"hash of the next validators", func(h *ibctm.Header) { h.Header.NextValidatorsHash = long }},
		{"hash of the parameters", func(h *ibctm.Header) { h.Header.ConsensusHash = long }},
		{"hash of the results", func(h *ibctm.Header) { h.Header.LastResultsHash = long }},
		{"the proposer's address", func(h *ibctm.Header) { h.Header.ProposerAddress = long }},
		{"the proposer and the hash of the validators", func(h *ibctm.Header) { h.Header.ProposerAddress, h.Header.ValidatorsHash = nil, long }},
		{"another time", func(h *ibctm.Header) { h.Header.Time = h.Header.Time.Add(1) }},
		{"no validators", func(h *ibctm.Header) { h.Header.ValidatorsHash = nil }},
		{"no last block", func(h *ibctm.Header) { h.Header.LastBlockId = cmtproto.BlockID{} }},
		{"another chain", func(h *ibctm.Header) { h.Header.ChainID = "chain-c-7" }},
		{"another revision", func(h *ibctm.Header) { h.Header.ChainID = "chain-b-8" }},
		{"trusts the same height", func(h *ibctm.Header) { h.TrustedHeight.RevisionHeight = 8 }},
		{"trusts a higher one", func(h *ibctm.Header) { h.TrustedHeight.RevisionHeight = 9 }},
		{"trusts one that is not known", func(h *ibctm.Header) { h.TrustedHeight.RevisionHeight = 4 }},
		{"trusts height 0", func(h *ibctm.Header) { h.TrustedHeight = clienttypes.ZeroHeight() }},
	})
	missing := base().make()
	missing.SignedHeader = nil
	r.msg("no signed header", update(client0, missing))
	missing = base().make()
	missing.Header = nil
	r.msg("no header", update(client0, missing))
}

func formOfCommits() {
	r := withClient("the form of a commit", three)
	sig := func(h *ibctm.Header, i int) *cmtproto.CommitSig { return &h.Commit.Signatures[i] }
	absent := func(h *ibctm.Header, i int) *cmtproto.CommitSig {
		*sig(h, i) = *(&cmttypes.CommitSig{BlockIDFlag: cmttypes.BlockIDFlagAbsent}).ToProto()
		return sig(h, i)
	}
	long := make([]byte, 33)
	r.each(base(), []bent{
		{"a negative height", func(h *ibctm.Header) { h.Commit.Height = -1 }},
		{"height 0", func(h *ibctm.Header) { h.Commit.Height = 0 }},
		{"another height", func(h *ibctm.Header) { h.Commit.Height = 9 }},
		{"a negative round", func(h *ibctm.Header) { h.Commit.Round = -1 }},
		{"another round", func(h *ibctm.Header) { h.Commit.Round = 2 }},
		{"no block", func(h *ibctm.Header) { h.Commit.BlockID = cmtproto.BlockID{} }},
		{"a block without hash", func(h *ibctm.Header) { h.Commit.BlockID.Hash = nil }},
		{"another block", func(h *ibctm.Header) { h.Commit.BlockID.Hash = make([]byte, 32) }},
		{"a hash of the block that is too long", func(h *ibctm.Header) { h.Commit.BlockID.Hash = long }},
		{"a hash of its parts that is too long", func(h *ibctm.Header) { h.Commit.BlockID.PartSetHeader.Hash = long }},
		{"other parts", func(h *ibctm.Header) { h.Commit.BlockID.PartSetHeader.Total = 4 }},
		{"other hash of parts", func(h *ibctm.Header) { h.Commit.BlockID.PartSetHeader.Hash = nil }},
		{"no signatures", func(h *ibctm.Header) { h.Commit.Signatures = nil }},
		{"a signature less", func(h *ibctm.Header) { h.Commit.Signatures = h.Commit.Signatures[:2] }},
		{"an unknown flag", func(h *ibctm.Header) { sig(h, 1).BlockIdFlag = 4 }},
		{"no flag", func(h *ibctm.Header) { sig(h, 1).BlockIdFlag = 0 }},
		{"absent with an address", func(h *ibctm.Header) { absent(h, 1).ValidatorAddress = make([]byte, 20) }},
		{"absent with a time", func(h *ibctm.Header) { absent(h, 1).Timestamp = time.Unix(0, 0).UTC() }},
		{"absent with nanoseconds", func(h *ibctm.Header) { absent(h, 1).Timestamp = time.Time{}.Add(1) }},
		{"absent with a signature", func(h *ibctm.Header) { absent(h, 1).Signature = []byte{1} }},
		{"no address", func(h *ibctm.Header) { sig(h, 1).ValidatorAddress = nil }},
		{"an address of 21 bytes", func(h *ibctm.Header) { sig(h, 1).ValidatorAddress = make([]byte, 21) }},
		{"no signature", func(h *ibctm.Header) { sig(h, 2).Signature = nil }},
		{"a signature of 65 bytes", func(h *ibctm.Header) { sig(h, 0).Signature = make([]byte, 65) }},
		{"a signature of 63 bytes", func(h *ibctm.Header) { sig(h, 0).Signature = sig(h, 0).Signature[:63] }},
		{"a wrong signature", func(h *ibctm.Header) { sig(h, 1).Signature[3] ^= 1 }},
		{"a wrong signature that is not needed", func(h *ibctm.Header) { sig(h, 2).Signature[3] ^= 1 }},
		{"signed at another time", func(h *ibctm.Header) { sig(h, 0).Timestamp = sig(h, 0).Timestamp.Add(1) }},
		{"another signer's address", func(h *ibctm.Header) { sig(h, 0).ValidatorAddress = sig(h, 1).ValidatorAddress }},
		{"a signature of another", func(h *ibctm.Header) { sig(h, 0).Signature = sig(h, 1).Signature }},
		{"an address of nobody", func(h *ibctm.Header) { sig(h, 0).ValidatorAddress = make([]byte, 20) }},
		{"without parts", func(h *ibctm.Header) { h.Commit.BlockID.PartSetHeader = cmtproto.PartSetHeader{} }},
	})
}

func formOfSets() {
	r := withClient("the form of a set of validators", three)
	val := func(h *ibctm.Header, i int) *cmtproto.Validator { return h.ValidatorSet.Validators[i] }
	cases := []bent{
		{"none", func(h *ibctm.Header) { h.ValidatorSet.Validators = nil }},
		{"no proposer", func(h *ibctm.Header) { h.ValidatorSet.Proposer = nil }},
		{"a stranger proposes", func(h *ibctm.Header) { h.ValidatorSet.Proposer = strangers.proto().Validators[0] }},
		{"no key", func(h *ibctm.Header) { val(h, 1).PubKey.Sum = nil }},
		{"no key of the proposer", func(h *ibctm.Header) {
			copied := *h.ValidatorSet.Proposer
			copied.PubKey.Sum = nil
			h.ValidatorSet.Proposer = &copied
		}},
		{"a short key", func(h *ibctm.Header) { val(h, 1).PubKey = edProto(make([]byte, 31)) }},
		{"a short key of the other kind", func(h *ibctm.Header) { val(h, 1).PubKey = secpProto(make([]byte, 32)) }},
		{"negative power", func(h *ibctm.Header) { val(h, 1).VotingPower = -1 }},
		{"negative power of the proposer", func(h *ibctm.Header) {
			copied := *h.ValidatorSet.Proposer
			copied.VotingPower = -1
			h.ValidatorSet.Proposer = &copied
		}},
		{"more power than there can be", func(h *ibctm.Header) { val(h, 1).VotingPower = (1<<63 - 1) / 8 }},
		{"more power", func(h *ibctm.Header) { val(h, 1).VotingPower = 11 }},
		{"another address", func(h *ibctm.Header) { val(h, 1).Address = make([]byte, 20) }},
		{"no address", func(h *ibctm.Header) { val(h, 1).Address = nil }},
		{"another order", func(h *ibctm.Header) {
			v := h.ValidatorSet.Validators
			v[0], v[1] = v[1], v[0]
		}},
		{"one less", func(h *ibctm.Header) { h.ValidatorSet.Validators = h.ValidatorSet.Validators[1:] }},
		{"another priority", func(h *ibctm.Header) { val(h, 0).ProposerPriority = 77 }},
		{"another sum", func(h *ibctm.Header) { h.ValidatorSet.TotalVotingPower = 5 }},
		{"strangers", func(h *ibctm.Header) { h.ValidatorSet = strangers.proto() }},
		{"no set", func(h *ibctm.Header) { h.ValidatorSet = nil }},
	}
	r.each(base(), cases)
	// The same faults in the set that is to be trusted.
	trusted := []bent{}
	for _, c := range cases {
		trusted = append(trusted, bent{"to be trusted: " + c.name, func(h *ibctm.Header) {
			of := &ibctm.Header{ValidatorSet: h.TrustedValidators}
			c.change(of)
			h.TrustedValidators = of.ValidatorSet
		}})
	}
	for _, c := range trusted {
		h := base().make()
		c.change(h)
		r.msg(c.name, update(client0, h))
	}
}

func trustInHeaders() {
	r := withClient("whom a client believes", three)
	try := func(name string, t told) {
		h := t.make()
		cache, _ := r.ctx.CacheContext()
		before := r.ctx
		r.ctx = cache
		r.verify(name, client0, h)
		r.ctx = before
	}
	first := signersOf(edKey("one"), edKey("p"), edKey("q"))
	two := signersOf(edKey("one"), edKey("two"), edKey("q"))
	adjacent := with(base(), func(t *told) { t.height = 6 })
	for _, next := range []told{base(), adjacent} {
		at := fmt.Sprintf(" at %d", next.height)
		try("all signed"+at, next)
		try("two of three signed"+at, with(next, func(t *told) { t.absent = 1 }))
		try("two of three signed for nothing"+at, with(next, func(t *told) { t.nils = 2 }))
		try("one of those trusted"+at, with(next, func(t *told) { t.by = first }))
		try("two of those trusted"+at, with(next, func(t *told) { t.by = two }))
		try("strangers"+at, with(next, func(t *told) { t.by = strangers }))
		try("strangers who are said to be trusted"+at, with(next, func(t *told) { t.by, t.trust = strangers, strangers }))
		try("other validators next"+at, with(next, func(t *told) { t.next = strangers }))
		try("the time that is known"+at, with(next, func(t *told) { t.at = knownTime }))
		try("a nanosecond later"+at, with(next, func(t *told) { t.at = knownTime.Add(1) }))
		try("a nanosecond less than the drift ahead"+at, with(next, func(t *told) { t.at = startTime.Add(span(10) - 1) }))
		try("as far as the drift ahead"+at, with(next, func(t *told) { t.at = startTime.Add(span(10)) }))
		try("another chain's"+at, with(next, func(t *told) { t.chain = "chain-c-7" }))
		try("another revision's"+at, with(next, func(t *told) { t.chain = "chain-b-8" }))
	}
	try("lower than what is trusted", with(base(), func(t *told) { t.height = 4 }))
	try("as high as what is trusted", with(base(), func(t *told) { t.height = 5 }))
	r.block(11, knownTime.Add(span(86_400)-1))
	try("a nanosecond before what is trusted expires", base())
	r.block(12, knownTime.Add(span(86_400)))
	try("when what is trusted has expired", base())
}

// revisions has chains whose ids do not end in a number.
func revisions() {
	r := tell("a chain without revisions")
	state := clientState()
	state.ChainId, state.LatestHeight = "plain", clienttypes.NewHeight(0, 5)
	r.msg("a client", creation(state, consensusState()))
	t := with(base(), func(t *told) { t.chain, t.trusted = "plain", state.LatestHeight })
	r.msg("a header", update(client0, t.make()))
	r.msg("a header of another chain", update(client0, with(t, func(t *told) { t.chain = "plane" }).make()))
	r.msg("evidence", evidence(with(t, func(t *told) { t.height, t.at = 9, t.at.Add(1) }), with(t, func(t *told) { t.height, t.at = 9, t.at.Add(2) })))
}

// otherKeys has sets whose signatures are verified one by one.
func otherKeys() {
	mixed := signersOf(edKey("one"), secpKey("two"), edKey("three"))
	r := withClient("keys of two kinds", mixed)
	t := with(base(), func(t *told) { t.by, t.next, t.trust = mixed, mixed, mixed })
	sig := func(h *ibctm.Header, i int) *cmtproto.CommitSig { return &h.Commit.Signatures[i] }
	cases := []bent{}
	for i := range 3 {
		cases = append(cases,
			bent{fmt.Sprintf("a wrong signature %d", i), func(h *ibctm.Header) { sig(h, i).Signature[3] ^= 1 }},
			bent{fmt.Sprintf("a short signature %d", i), func(h *ibctm.Header) { sig(h, i).Signature = sig(h, i).Signature[:9] }},
			bent{fmt.Sprintf("an address of nobody %d", i), func(h *ibctm.Header) { sig(h, i).ValidatorAddress = make([]byte, 20) }})
	}
	cases = append(cases, bent{"a bent key", func(h *ibctm.Header) {
		for _, v := range h.TrustedValidators.Validators {
			if v.PubKey.GetSecp256K1() != nil {
				v.PubKey = secpProto(make([]byte, 32))
			}
		}
	}}, bent{"other priorities", func(h *ibctm.Header) { h.TrustedValidators.Validators[0].VotingPower = 9 }},
		bent{"as it should be", func(*ibctm.Header) {}})
	for _, c := range cases {
		h := t.make()
		c.change(h)
		r.msg(c.name, update(client0, h))
	}
	lone := signersOf(edKey("one"))
	alone := withClient("a validator alone", lone)
	one := with(base(), func(t *told) { t.by, t.next, t.trust = lone, lone, lone })
	h := one.make()
	h.Commit.Signatures[0].Signature[3] ^= 1
	alone.msg("a wrong signature", update(client0, h))
	alone.msg("as it should be", update(client0, one.make()))
	heavy := signersOf(edKey("one"), edKey("two"))
	heavy.set.Validators[0].VotingPower = (1<<63-1)/8 - 20
	heavy.set = cmttypes.NewValidatorSet(heavy.set.Validators)
	r = tell("more power than can be multiplied")
	state := clientState()
	state.TrustLevel = ibctm.Fraction{Numerator: 9, Denominator: 9}
	consensus := consensusState()
	consensus.NextValidatorsHash = heavy.set.Hash()
	r.msg("a client", creation(state, consensus))
	r.msg("a header", update(client0, with(base(), func(t *told) { t.by, t.next, t.trust = heavy, heavy, heavy }).make()))
}
