package main

import (
	"fmt"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

func submit(m *ibctm.Misbehaviour) *clienttypes.MsgSubmitMisbehaviour {
	msg, err := clienttypes.NewMsgSubmitMisbehaviour(client0, m, alice)
	check(err)
	return msg
}

func evidence(one, two told) *clienttypes.MsgSubmitMisbehaviour {
	return submit(ibctm.NewMisbehaviour(client0, one.make(), two.make()))
}

// contradiction is two headers of one height, by the same validators.
func contradiction() *ibctm.Misbehaviour {
	return ibctm.NewMisbehaviour(client0, base().make(), with(base(), func(t *told) { t.at = t.at.Add(span(1)) }).make())
}

type bentEvidence struct {
	name   string
	change func(*ibctm.Misbehaviour)
}

func evidenceStories() {
	r := withClient("the form of evidence", three)
	cases := []bentEvidence{
		{"no first header", func(m *ibctm.Misbehaviour) { m.Header1 = nil }},
		{"no second header", func(m *ibctm.Misbehaviour) { m.Header2 = nil }},
		{"the first trusts height 0", func(m *ibctm.Misbehaviour) { m.Header1.TrustedHeight.RevisionHeight = 0 }},
		{"the second trusts height 0", func(m *ibctm.Misbehaviour) { m.Header2.TrustedHeight.RevisionHeight = 0 }},
		{"the first without those to be trusted", func(m *ibctm.Misbehaviour) { m.Header1.TrustedValidators = nil }},
		{"the second without those to be trusted", func(m *ibctm.Misbehaviour) { m.Header2.TrustedValidators = nil }},
		{"of two chains", func(m *ibctm.Misbehaviour) { m.Header2.Header.ChainID = "chain-c-7" }},
		{"a bent first header", func(m *ibctm.Misbehaviour) { m.Header1.Header.Version.Block = 10 }},
		{"a bent second header", func(m *ibctm.Misbehaviour) { m.Header2.Header.Version.Block = 10 }},
		{"a first header without commit", func(m *ibctm.Misbehaviour) { m.Header1.Commit = nil }},
		{"a second header without commit", func(m *ibctm.Misbehaviour) { m.Header2.Commit = nil }},
		{"a wrong signature in the first", func(m *ibctm.Misbehaviour) { m.Header1.Commit.Signatures[0].Signature[3] ^= 1 }},
		{"a wrong signature in the second", func(m *ibctm.Misbehaviour) { m.Header2.Commit.Signatures[0].Signature[3] ^= 1 }},
		{"no validators of the first", func(m *ibctm.Misbehaviour) { m.Header1.ValidatorSet = nil }},
		{"bent validators of the second", func(m *ibctm.Misbehaviour) { m.Header2.ValidatorSet.Proposer = nil }},
		{"another set to be trusted", func(m *ibctm.Misbehaviour) { m.Header2.TrustedValidators = strangers.proto() }},
		{"a bent set to be trusted", func(m *ibctm.Misbehaviour) { m.Header1.TrustedValidators.Proposer = nil }},
		{"the first trusts what is not known", func(m *ibctm.Misbehaviour) { m.Header1.TrustedHeight.RevisionHeight = 4 }},
		{"the second trusts what is not known", func(m *ibctm.Misbehaviour) { m.Header2.TrustedHeight.RevisionHeight = 4 }},
		{"a signature less in the first", func(m *ibctm.Misbehaviour) { m.Header1.Commit.Signatures = m.Header1.Commit.Signatures[:2] }},
	}
	for _, c := range cases {
		m := contradiction()
		c.change(m)
		r.msg(c.name, submit(m))
	}
	for i, id := range badClientIDs {
		m := contradiction()
		m.ClientId = id
		r.msg(fmt.Sprintf("client id %d", i), submit(m))
	}
	nothing := contradiction()
	nothing.Header1.SignedHeader = &cmtproto.SignedHeader{}
	r.msg("a header of nothing", submit(nothing))
	for _, c := range []bentEvidence{
		{"a first header without commit, for the client", func(m *ibctm.Misbehaviour) { m.Header1.Commit = nil }},
		{"a bent commit, for the client", func(m *ibctm.Misbehaviour) { m.Header2.Commit.Round = -1 }},
		{"no set to be trusted, for the client", func(m *ibctm.Misbehaviour) { m.Header2.TrustedValidators = nil }},
		{"a bent set to be trusted, for the client", func(m *ibctm.Misbehaviour) { m.Header1.TrustedValidators.Proposer = nil }},
		{"no second header, for the client", func(m *ibctm.Misbehaviour) { m.Header2 = nil }},
	} {
		m := contradiction()
		c.change(m)
		r.verify(c.name, client0, m)
	}

	verdicts := []struct {
		name     string
		one, two told
	}{
		{"the same block twice", base(), base()},
		{"two blocks of a height", base(), with(base(), func(t *told) { t.at = t.at.Add(1) })},
		{"a higher block that is later", with(base(), func(t *told) { t.height, t.at = 9, t.at.Add(1) }), base()},
		{"a higher block of the same time", with(base(), func(t *told) { t.height = 9 }), base()},
		{"a higher block that is earlier", with(base(), func(t *told) { t.height, t.at = 9, t.at.Add(-1) }), base()},
		{"a lower block first", base(), with(base(), func(t *told) { t.height = 9 })},
		{"strangers", with(base(), func(t *told) { t.by = strangers }), base()},
		{"strangers second", base(), with(base(), func(t *told) { t.by = strangers })},
		{"too few", with(base(), func(t *told) { t.absent = 1 }), base()},
		{"signed by too few of those trusted", base(), with(base(), func(t *told) { t.by = signersOf(edKey("one"), edKey("p"), edKey("q")) })},
		{"a later revision", with(base(), func(t *told) { t.chain = "chain-b-8" }), with(base(), func(t *told) { t.chain, t.at = "chain-b-8", t.at.Add(1) })},
		{"another chain", with(base(), func(t *told) { t.chain = "chain-c-7" }), with(base(), func(t *told) { t.chain, t.at = "chain-c-7", t.at.Add(1) })},
	}
	for _, v := range verdicts {
		r := withClient("evidence: "+v.name, three)
		r.msg("submitted", evidence(v.one, v.two))
		r.query("status", clientQuery+"ClientStatus", &clienttypes.QueryClientStatusRequest{ClientId: client0})
		m := ibctm.NewMisbehaviour(client0, v.one.make(), v.two.make())
		by, err := clienttypes.NewMsgUpdateClient(client0, m, alice)
		check(err)
		r.msg("as an update", by)
	}

	r = withClient("headers that freeze a client", three)
	r.msg("known", update(client0, with(base(), func(t *told) { t.height = 10 }).make()))
	first := r.rowOf("clients/07-tendermint-0/clientState")
	try := func(name string, t told) {
		r.msg(name, update(client0, t.make()))
		r.put("thawed", map[string][]byte{"clients/07-tendermint-0/clientState": first})
	}
	try("another state", with(base(), func(t *told) { t.height, t.next = 10, strangers }))
	try("another time", with(base(), func(t *told) { t.height, t.at = 10, t.at.Add(1) }))
	try("lower and of the same time", base())
	try("lower and later", with(base(), func(t *told) { t.at = t.at.Add(1) }))
	try("higher and of the same time", with(base(), func(t *told) { t.height = 11 }))
	try("higher and earlier", with(base(), func(t *told) { t.height, t.at = 11, t.at.Add(-1) }))
	try("lower and earlier", with(base(), func(t *told) { t.at = t.at.Add(-1) }))
	try("higher and later", with(base(), func(t *told) { t.height, t.at = 11, t.at.Add(1) }))

	r = withClient("evidence that is too old", three)
	later := with(base(), func(t *told) { t.height, t.at = 10, startTime })
	r.msg("known", update(client0, later.make()))
	r.block(11, knownTime.Add(span(86_400)-1))
	r.verify("a nanosecond before", client0, contradiction())
	r.block(12, knownTime.Add(span(86_400)))
	r.msg("when what is trusted has expired", submit(contradiction()))
}
