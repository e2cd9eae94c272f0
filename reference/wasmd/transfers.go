package main

import (
	"fmt"
	"strings"
	"time"

	sdkmath "cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"
)

func voucher(client, base string) string {
	return transfertypes.NewDenom(base, transfertypes.NewHop("transfer", client)).IBCDenom()
}

// transfers go out and come back, over both clients.
func transfers(c *Chain) {
	r := c.tell("transfers there and back")
	sent := r.msg("alice sends", transfer(here, "stake", 700))
	r.receive("bob gets vouchers", sent[0])
	r.receive("once more", sent[0])
	r.acknowledge("the sender learns of it", sent[0], success)
	r.acknowledge("once more", sent[0], success)
	back := func(name string, amount int64) types.Packet {
		return r.msg(name, transfer(there, voucher(there, "stake"), amount, func(m *transfertypes.MsgTransfer) {
			m.Sender, m.Receiver, m.Memo = bob.String(), alice.String(), `{"src_callback":{"address":"nobody"}}`
		}))[0]
	}
	some := back("bob sends some back", 300)
	r.receive("they leave the escrow", some)
	r.acknowledge("and bob learns of it", some, success)
	rest := back("bob sends the rest back", 400)
	r.receive("the escrow is empty", rest)
	r.acknowledge("and bob learns of that", rest, success)
	whole := transfer(here, "stake", 1, func(m *transfertypes.MsgTransfer) {
		m.Token.Amount = transfertypes.UnboundedSpendLimit()
	})
	all := r.msg("alice sends all that she has", whole)
	r.receive("bob gets all", all[0])
	r.msg("alice has nothing", whole)
	r.msg("nothing of this either", transfer(here, "stake", 1))

	r = c.tell("a voucher goes on")
	first := r.msg("alice sends", transfer(here, "stake", 50, func(m *transfertypes.MsgTransfer) { m.Receiver = alice.String() }))
	r.receive("she gets vouchers", first[0])
	second := r.msg("which go over the same client again", transfer(here, voucher(there, "stake"), 50))
	r.receive("and become vouchers of vouchers", second[0])
	r.acknowledge("as the sender learns", second[0], success)

	r = c.tell("timeouts")
	out := r.msg("coins", transfer(here, "stake", 70, func(m *transfertypes.MsgTransfer) { m.TimeoutTimestamp = soon }))
	arrived := r.msg("coins that arrive", transfer(here, "stake", 30, func(m *transfertypes.MsgTransfer) { m.Receiver = alice.String() }))
	r.receive("they arrive", arrived[0])
	burnt := r.msg("vouchers", transfer(there, voucher(there, "stake"), 20, func(m *transfertypes.MsgTransfer) { m.TimeoutTimestamp = soon }))
	r.timeOut("too early", out[0])
	r.block(110, 2*time.Minute)
	r.receive("too late", out[0])
	r.timeOut("coins come back", out[0])
	r.timeOut("once", out[0])
	r.timeOut("vouchers are made again", burnt[0])
	for i, at := range []uint64{0, uint64(startTime.Unix()), uint64(startTime.Add(25 * time.Hour).Unix()), uint64(startTime.UnixNano())} {
		r.msg(fmt.Sprintf("timeout %d", i), transfer(here, "stake", 1, func(m *transfertypes.MsgTransfer) { m.TimeoutTimestamp = at }))
	}
}

// encodings of the data: those that there are, and bytes that are none.
func encodings(c *Chain) {
	r := c.tell("encodings")
	for _, encoding := range []string{transfertypes.EncodingJSON, transfertypes.EncodingProtobuf, transfertypes.EncodingABI} {
		for _, memo := range []string{"", "a memo of more than thirty-two bytes, ünicode too"} {
			sent := r.msg(encoding+" "+memo, transfer(here, "stake", 11, func(m *transfertypes.MsgTransfer) { m.Encoding, m.Memo = encoding, memo }))
			r.receive("received", sent[0])
			r.acknowledge("acknowledged", sent[0], success)
		}
	}
	for _, encoding := range []string{"text/plain", "application/JSON", " "} {
		r.msg("no encoding: "+encoding, transfer(here, "stake", 11, func(m *transfertypes.MsgTransfer) { m.Encoding = encoding }))
	}

	r = c.tell("data that cannot be read")
	sequence := uint64(1000)
	arrive := func(name string, value []byte, change ...func(*types.Payload)) {
		sequence++
		r.arrived(name, transferred(sequence, value, change...))
	}
	encoded := func(encoding string) func(*types.Payload) { return func(p *types.Payload) { p.Encoding = encoding } }
	whole := dataOf("12")
	json := string(whole.GetBytes())
	arrive("as it should be", []byte(json))
	arrive("another version", []byte(json), func(p *types.Payload) { p.Version = "ics20-2" })
	arrive("another encoding", []byte(json), encoded("text/plain"))
	arrive("another source port", []byte(json), func(p *types.Payload) { p.SourcePort = "transfers" })
	for i, text := range []string{
		"null", " null ", "{}", "[]", "12", "\"text\"", "{", "", " ", json + json, json + "x", strings.Replace(json, "{", `{"more":1,`, 1),
		strings.Replace(json, `"12"`, `12`, 1),
		strings.Replace(json, `"12"`, `"1.5"`, 1), strings.Replace(json, `"12"`, `"012"`, 1), strings.Replace(json, `"12"`, `null`, 1),
		strings.Replace(json, `"12"`, `"`+strings.Repeat("9", 78)+`"`, 1), strings.Replace(json, "stake", "", 1),
		strings.Replace(json, "stake", "transfer/channel-0/", 1), strings.Replace(json, "stake", "a/b/c", 1),
		strings.Replace(json, `"sender":"`+alice.String()+`"`, `"sender":" "`, 1), strings.Replace(json, bob.String(), "", 1),
		strings.Replace(json, `"denom"`, `"DENOM"`, 1), strings.Replace(json, bob.String(), "cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du", 1),
		strings.Replace(json, "{", `{"memo":"`+strings.Repeat("m", 32_769)+`",`, 1),
	} {
		if text == "" {
			continue
		}
		arrive(fmt.Sprintf("json %d", i), []byte(text))
	}
	proto, err := transfertypes.MarshalPacketData(whole, transfertypes.V1, transfertypes.EncodingProtobuf)
	check(err)
	for i, bz := range [][]byte{
		proto, append(proto[:len(proto):len(proto)], 0x32, 1, 'x'), append(proto[:len(proto):len(proto)], 0x38, 1),
		append(proto[:len(proto):len(proto)], 0x28, 1), proto[:len(proto)-3], {0xff}, {0x0a, 0xff}, {0x0b}, {0},
		append(proto[:len(proto):len(proto)], 0x0a, 2, 'u', 'x'),
	} {
		arrive(fmt.Sprintf("protobuf %d", i), bz, encoded(transfertypes.EncodingProtobuf))
	}
	abi, err := transfertypes.EncodeABIFungibleTokenPacketData(&whole)
	check(err)
	bent := func(at int, value byte) []byte {
		bz := append([]byte{}, abi...)
		bz[at] = value
		return bz
	}
	for i, bz := range [][]byte{
		abi, abi[:31], abi[:32], abi[:64], abi[:191], abi[:len(abi)-1], abi[:len(abi)-33], bent(31, 0xff), bent(31, 0), bent(0, 1), bent(24, 0x80),
		bent(63, 0xff), bent(32, 1), bent(62, 4), bent(159, 1), bent(128, 1), bent(32*6, 0xff), bent(32*6+24, 0x80), bent(32*6+31, 200), append(bent(31, 32), 1, 2, 3),
	} {
		arrive(fmt.Sprintf("abi %d", i), bz, encoded(transfertypes.EncodingABI))
	}
}

// refusals of what is sent and received.
func refusals(c *Chain) {
	r := c.tell("what is not sent")
	changed := func(name string, change func(*transfertypes.MsgTransfer)) {
		r.msg(name, transfer(here, "stake", 9, change))
	}
	changed("an unknown client", func(m *transfertypes.MsgTransfer) { m.SourceChannel = "07-tendermint-9" })
	changed("a channel that is not there", func(m *transfertypes.MsgTransfer) { m.SourceChannel = "channel-7" })
	changed("another port", func(m *transfertypes.MsgTransfer) { m.SourcePort = "transfers" })
	changed("too much", func(m *transfertypes.MsgTransfer) { m.Token.Amount = sdkmath.NewInt(2_000_000) })
	changed("a coin that is not there", func(m *transfertypes.MsgTransfer) { m.Token.Denom = "unobtainium" })
	changed("a name with slashes", func(m *transfertypes.MsgTransfer) { m.Token.Denom = slashed })
	changed("an unknown voucher", func(m *transfertypes.MsgTransfer) { m.Token.Denom = voucher(here, "other") })
	changed("a sender who is none", func(m *transfertypes.MsgTransfer) { m.Sender = "alice" })
	changed("a module", func(m *transfertypes.MsgTransfer) { m.Sender = gov.String() })
	changed("a memo too long", func(m *transfertypes.MsgTransfer) { m.Memo = strings.Repeat("m", 32_769) })
	changed("the longest memo", func(m *transfertypes.MsgTransfer) { m.Memo = strings.Repeat("m", 32_768) })
	whole := dataOf("9")
	sending := func(name string, signer sdk.AccAddress, p types.Packet) {
		r.msg(name, types.NewMsgSendPacket(p.SourceClient, p.TimeoutTimestamp, signer.String(), p.Payloads...))
	}
	sending("a packet by hand", alice, transferred(1, whole.GetBytes()))
	sending("a packet of another", bob, transferred(1, whole.GetBytes()))
	sending("to another port", alice, transferred(1, whole.GetBytes(), func(p *types.Payload) { p.DestinationPort = "wasm" }))
	sending("from another port", alice, transferred(1, whole.GetBytes(), func(p *types.Payload) { p.SourcePort = "transfers" }))
	sending("what cannot be read", alice, transferred(1, []byte("{")))
	sending("of another version", alice, transferred(1, whole.GetBytes(), func(p *types.Payload) { p.Version = "ics20-2" }))
	r.put("a coin is frozen", func(ctx sdk.Context) { r.BankKeeper.SetSendEnabled(ctx, "frozen", false) })
	r.msg("it is not sent", transfer(here, "frozen", 9))
	r.msg("the authority stops sending", &transfertypes.MsgUpdateParams{Signer: gov.String(), Params: transfertypes.NewParams(false, true)})
	r.msg("nothing is sent", transfer(here, "stake", 9))
	sending("by hand neither", alice, transferred(1, whole.GetBytes()))
	r.msg("it goes on", &transfertypes.MsgUpdateParams{Signer: gov.String(), Params: transfertypes.NewParams(true, true)})
	r.put("packets are switched off", func(ctx sdk.Context) {
		check(r.CircuitKeeper.DisableList.Set(ctx, sdk.MsgTypeURL(&types.MsgSendPacket{})))
	})
	r.msg("a transfer is one", transfer(here, "stake", 9))

	r = c.tell("what is not received")
	sent := []types.Packet{}
	for i, to := range []string{gov.String(), "bob", "", strings.Repeat("b", 2048), "wasm1", strings.ToUpper(bob.String())} {
		if to == "" {
			continue
		}
		packets := r.msg(fmt.Sprintf("to %d", i), transfer(here, "stake", 9, func(m *transfertypes.MsgTransfer) { m.Receiver = to }))
		r.receive("received", packets[0])
		sent = append(sent, packets[0])
	}
	for i, p := range sent[:4] {
		r.acknowledge(fmt.Sprintf("refused %d", i), p, types.ErrorAcknowledgement[:])
	}
	frozen := r.msg("a coin", transfer(here, "frozen", 9))
	stopped := r.msg("another", transfer(here, "stake", 9))
	r.msg("the authority stops receiving", &transfertypes.MsgUpdateParams{Signer: gov.String(), Params: transfertypes.NewParams(true, false)})
	r.receive("nothing is received", stopped[0])
	r.msg("it goes on", &transfertypes.MsgUpdateParams{Signer: gov.String(), Params: transfertypes.NewParams(true, true)})
	r.acknowledge("the coins come back", stopped[0], types.ErrorAcknowledgement[:])
	r.put("the voucher is frozen", func(ctx sdk.Context) { r.BankKeeper.SetSendEnabled(ctx, voucher(there, "frozen"), false) })
	r.receive("it is made all the same", frozen[0])
	returned := dataOf("500")
	returned.Denom = "transfer/" + here + "/stake"
	r.arrived("more than is in escrow", transferred(77, returned.GetBytes()))
	returned.Denom = "transfer/" + here + "/transfer/channel-1/atom"
	r.arrived("what never left", transferred(78, returned.GetBytes()))
	r.msg("a proof that is none", types.NewMsgRecvPacket(stopped[0], []byte{2}, height, relayer.String()))
}

// answers are acknowledgements, right and wrong.
func answers(c *Chain) {
	r := c.tell("acknowledgements")
	for i, ack := range [][]byte{
		success, []byte(`{"result":"Ag=="}`), []byte(`{"result":null}`), []byte(`{"error":"no"}`), []byte(`{"error":""}`), []byte(`{}`), []byte(`null`), []byte("no json"),
		[]byte(`{"more":1}`), []byte(` {"result":"AQ=="} `), types.ErrorAcknowledgement[:31], types.ErrorAcknowledgement[:],
	} {
		sent := r.msg(fmt.Sprintf("sent %d", i), transfer(here, "stake", 5))
		r.answered("answered", sent[0], ack)
		r.acknowledge("acknowledged", sent[0], ack)
	}
	arrived := r.msg("coins", transfer(here, "stake", 30, func(m *transfertypes.MsgTransfer) { m.Receiver = alice.String() }))
	r.receive("they arrive", arrived[0])
	burnt := r.msg("vouchers", transfer(there, voucher(there, "stake"), 20))
	r.answered("refused", burnt[0], types.ErrorAcknowledgement[:])
	r.acknowledge("vouchers are made again", burnt[0], types.ErrorAcknowledgement[:])
	unread := transferred(99, []byte("{"))
	r.put("a packet that cannot be read", func(ctx sdk.Context) {
		r.IBCKeeper.ChannelKeeperV2.SetPacketCommitment(ctx, here, 99, types.CommitPacket(unread))
	})
	r.answered("refused", unread, types.ErrorAcknowledgement[:])
	r.acknowledge("acknowledged", unread, types.ErrorAcknowledgement[:])
	r.block(120, 2*time.Hour)
	r.timeOut("and timed out", unread)
}
