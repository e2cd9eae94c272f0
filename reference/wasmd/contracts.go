package main

import (
	"fmt"
	"strings"
	"time"

	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"
)

// portOf is the port of a contract between clients.
func portOf(contract sdk.AccAddress) string { return "wasm2" + contract.String()[len("wasm"):] }

func (r *Rec) execute(name string, contract sdk.AccAddress, msg string) []types.Packet {
	return r.msg(name, &wasmtypes.MsgExecuteContract{Sender: alice.String(), Contract: contract.String(), Msg: []byte(msg)})
}

// play has ping send a packet to a port.
func (r *Rec) play(name, port, packet, timeout string) []types.Packet {
	return r.execute(name, r.ping, fmt.Sprintf(`{"send2":{"source_client":%q,"destination_port":%q,"packet":%s,"timeout_seconds":%s}}`, here, port, packet, timeout))
}

// contracts send and receive packets over clients.
func contracts(c *Chain) {
	pong := portOf(c.pong)
	r := c.tell("contracts play")
	sent := r.play("ping", pong, `{"ping":{"rally":1}}`, "null")
	back := r.receive("pong", sent[0])
	r.acknowledge("ping hears", sent[0], []byte(`"pong"`))
	r.receive("ping again", back[0])
	r.acknowledge("pong hears", back[0], []byte(`"pong"`))
	for _, packet := range []string{`{"fail":{"text":"no"}}`, `{"panic":{}}`, `{"overspend":{}}`} {
		sent := r.play(packet, pong, packet, "null")
		r.receive("received", sent[0])
		r.acknowledge("acknowledged", sent[0], types.ErrorAcknowledgement[:])
	}
	garbage := types.NewPacket(50, here, there, later, types.NewPayload(portOf(c.ping), pong, "ping-pong-1", "application/json", []byte("{")))
	r.arrived("what it cannot read", garbage)

	r = c.tell("contracts answer later")
	late := r.play("later", pong, `{"later":{}}`, "null")
	r.receive("received", late[0])
	acknowledge := func(name string, by sdk.AccAddress, client string, sequence int) {
		r.execute(name, by, fmt.Sprintf(`{"acknowledge2":{"source_client":%q,"destination_client":%q,"sequence":%d,"ack":"ImxhdGUi"}}`, here, client, sequence))
	}
	acknowledge("another contract", c.ping, there, 1)
	acknowledge("another sequence", c.pong, there, 2)
	acknowledge("another client", c.pong, here, 1)
	acknowledge("no client", c.pong, "", 1)
	acknowledge("answered", c.pong, there, 1)
	acknowledge("once", c.pong, there, 1)
	r.acknowledge("acknowledged", late[0], []byte(`"late"`))

	r = c.tell("contracts time out")
	timed := r.play("soon", pong, `{"ping":{"rally":0}}`, "60")
	r.timeOut("too early", timed[0])
	r.block(110, 2*time.Minute)
	r.receive("too late", timed[0])
	r.timeOut("ping hears", timed[0])

	r = c.tell("ports of contracts")
	r.execute("ping refuses", c.ping, `{"configure":{"refuse":"not today"}}`)
	r.play("not sent", pong, `{"ping":{"rally":0}}`, "null")
	r.execute("ping plays again", c.ping, `{"configure":{}}`)
	payload := func(source, destination string) types.Payload {
		return types.NewPayload(source, destination, "ping-pong-1", "application/json", []byte(`{"ping":{"rally":0}}`))
	}
	r.msg("of another signer", types.NewMsgSendPacket(here, later, alice.String(), payload(portOf(c.ping), pong)))
	r.msg("of no contract", types.NewMsgSendPacket(here, later, alice.String(), payload(portOf(alice), pong)))
	r.msg("of no address", types.NewMsgSendPacket(here, later, alice.String(), payload("wasm2nobody", pong)))
	r.msg("of no application", types.NewMsgSendPacket(here, later, alice.String(), payload("nowhere", pong)))
	for i, port := range []string{portOf(alice), "wasm2nobody", "nowhere", strings.ToUpper(pong), "transfer"} {
		p := types.NewPacket(uint64(60+i), here, there, later, payload(portOf(c.ping), port))
		r.arrived("to "+[]string{"no contract", "no address", "no application", "capitals", "the transfers"}[i], p)
	}
	far := r.play("to the transfers", "transfer", `{"ping":{"rally":0}}`, "null")
	r.receive("refused", far[0])
	r.acknowledge("ping hears", far[0], types.ErrorAcknowledgement[:])

	r = c.tell("contracts transfer")
	out := r.execute("ping transfers", c.ping, fmt.Sprintf(`{"transfer":{"channel_id":%q,"to":%q,"amount":{"denom":"stake","amount":"40"},"memo":"from a contract","timeout_seconds":60}}`, here, c.pong))
	if len(out) > 0 {
		r.receive("pong gets vouchers", out[0])
		r.acknowledge("acknowledged", out[0], success)
	}
	r.msg("alice transfers to pong", transfer(here, "stake", 7, func(m *transfertypes.MsgTransfer) { m.Receiver = c.pong.String() }))
}
