package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	"github.com/cosmos/ibc-go/v10/modules/core/exported"
)

// nothing is a response without messages.
const nothing = `{"ok":{"messages":[],"attributes":[],"events":[],"data":null}}`

// responding is a response with one message.
func responding(msg, gasLimit, replyOn string) string {
	return fmt.Sprintf(`{"ok":{"messages":[{"id":1,"msg":%s,"gas_limit":%s,"reply_on":%q}],"attributes":[],"events":[],"data":null}}`, msg, gasLimit, replyOn)
}

func executing(contract sdk.AccAddress, response string) string {
	return fmt.Sprintf(`{"wasm":{"execute":{"contract_addr":%q,"msg":%q,"funds":[]}}}`,
		contract.String(), base64.StdEncoding.EncodeToString([]byte(response)))
}

// panics are CWA-2025-004: wasmd panics over a response that is neither a result nor an error.
func panics(c *Chain) {
	r := c.tell("CWA-2025-004")
	r.execute("it panics", c.one, "{}")
	for _, limit := range []string{"400000", "null"} {
		r.execute("a submessage panics, gas limit "+limit, c.one, responding(executing(c.other, "{}"), limit, "always"))
		r.execute("a submessage fails, gas limit "+limit, c.one, responding(executing(c.other, `{"error":"no"}`), limit, "always"))
	}
	inner := responding(executing(c.other, "{}"), "300000", "never")
	r.execute("a submessage of a submessage panics", c.one, responding(executing(c.other, inner), "400000", "always"))
	r.execute("a submessage uses up its gas", c.one, responding(executing(c.other, nothing), "60000", "always"))
}

var (
	proof = []byte{1}
	hops  = []string{exported.LocalhostConnectionID}
	soon  = uint64(startTime.Add(time.Minute).UnixNano())
	later = uint64(startTime.Add(time.Hour).UnixNano())
)

// End is one end of a channel of the chain with itself.
type End struct {
	port, channel string
}

func portOf(contract sdk.AccAddress) string { return "wasm." + contract.String() }

func (r *Rec) height() clienttypes.Height {
	return clienttypes.NewHeight(1, uint64(r.ctx.BlockHeight()))
}

func (r *Rec) openInit(name string, from, to End, version string) {
	r.msg(name, types.NewMsgChannelOpenInit(from.port, version, types.UNORDERED, hops, to.port, relayer.String()))
}

func (r *Rec) openTry(name string, from, to End, version string) {
	r.msg(name, types.NewMsgChannelOpenTry(to.port, version, types.UNORDERED, hops, from.port, from.channel, version,
		proof, r.height(), relayer.String()))
}

// open runs a handshake from one end to the other.
func (r *Rec) open(from, to End, version string) {
	r.openInit("open init", from, to, version)
	r.openTry("open try", from, to, version)
	r.msg("open ack", types.NewMsgChannelOpenAck(from.port, from.channel, to.channel, version, proof, r.height(), relayer.String()))
	r.msg("open confirm", types.NewMsgChannelOpenConfirm(to.port, to.channel, proof, r.height(), relayer.String()))
}

// sent is the packet of events.
func sent(events []abci.Event) types.Packet {
	values := map[string]string{}
	for _, event := range events {
		for _, one := range event.Attributes {
			if event.Type == types.EventTypeSendPacket {
				values[one.Key] = one.Value
			}
		}
	}
	data, err := hex.DecodeString(values[types.AttributeKeyDataHex])
	check(err)
	var sequence, timeout uint64
	_, err = fmt.Sscan(values[types.AttributeKeySequence], &sequence)
	check(err)
	_, err = fmt.Sscan(values[types.AttributeKeyTimeoutTimestamp], &timeout)
	check(err)
	return types.NewPacket(data, sequence, values[types.AttributeKeySrcPort], values[types.AttributeKeySrcChannel],
		values[types.AttributeKeyDstPort], values[types.AttributeKeyDstChannel], clienttypes.ZeroHeight(), timeout)
}

func (r *Rec) receive(packet types.Packet) {
	r.msg("received", types.NewMsgRecvPacket(packet, proof, r.height(), relayer.String()))
}

func (r *Rec) acknowledge(packet types.Packet, ack string) {
	r.msg("acknowledged", types.NewMsgAcknowledgement(packet, []byte(ack), proof, r.height(), relayer.String()))
}

func (r *Rec) timeOut(packet types.Packet) {
	r.msg("timed out", types.NewMsgTimeout(packet, 1, proof, r.height(), relayer.String()))
}

// entryPoints are CWA-2025-005: all entry points for channels and their packets.
func entryPoints(c *Chain) {
	r := c.tell("CWA-2025-005")
	from, to := End{portOf(c.one), "channel-0"}, End{portOf(c.other), "channel-1"}
	r.open(from, to, "v1")
	sending := func(timeout uint64) types.Packet {
		msg := fmt.Sprintf(`{"ibc":{"send_packet":{"channel_id":"channel-0","data":"e30=","timeout":{"block":null,"timestamp":"%d"}}}}`, timeout)
		return sent(r.execute("sent", c.one, responding(msg, "null", "never")))
	}
	packet := sending(later)
	r.receive(packet)
	r.acknowledge(packet, "{}")
	lost := sending(soon)
	r.block(110, 2*time.Minute)
	r.timeOut(lost)
	r.msg("close init", types.NewMsgChannelCloseInit(from.port, from.channel, relayer.String()))
	r.execute("a contract closes", c.one, responding(`{"ibc":{"close_channel":{"channel_id":"channel-0"}}}`, "null", "never"))
	r.msg("close confirm", types.NewMsgChannelCloseConfirm(to.port, to.channel, proof, r.height(), relayer.String()))
}

// callbacks are CWA-2025-005 as well: transfers of a contract that it is told of.
func callbacks(c *Chain) {
	r := c.tell("CWA-2025-005, callbacks")
	from, to := End{transfertypes.PortID, "channel-0"}, End{transfertypes.PortID, "channel-1"}
	r.open(from, to, transfertypes.V1)
	sending := func(timeout uint64) types.Packet {
		memo := fmt.Sprintf(`{\"src_callback\":{\"address\":\"%s\"}}`, c.one)
		msg := fmt.Sprintf(`{"ibc":{"transfer":{"channel_id":"channel-0","to_address":"%s","amount":{"denom":"stake","amount":"5"},"timeout":{"block":null,"timestamp":"%d"},"memo":"%s"}}}`, c.other, timeout, memo)
		return sent(r.execute("sent", c.one, responding(msg, "null", "never")))
	}
	packet := sending(later)
	r.receive(packet)
	r.acknowledge(packet, `{"result":"AQ=="}`)
	lost := sending(soon)
	r.block(110, 2*time.Minute)
	r.timeOut(lost)
}

// refusals are CWA-2025-006: contracts that refuse a channel, at each end.
func refusals(c *Chain) {
	from, to := End{portOf(c.one), "channel-0"}, End{portOf(c.other), "channel-1"}
	r := c.tell("CWA-2025-006, init")
	r.count(c.one, "n", 1)
	r.open(from, to, "v1")
	r = c.tell("CWA-2025-006, try")
	r.count(c.other, "n", 1)
	r.open(from, to, "v1")
}

// depths are CWA-2025-007: messages in messages, and replies to messages that are sent from replies.
func depths(c *Chain) {
	for _, n := range []byte{98, 99, 100, 101} {
		r := c.tell(fmt.Sprintf("CWA-2025-007, messages in %d messages", n))
		r.count(c.one, "n", n)
		r.execute("execute", c.one, nothing)
		r = c.tell(fmt.Sprintf("CWA-2025-007, replies in %d replies", n))
		r.count(c.one, "r", n)
		r.execute("execute", c.one, responding(`{"bank":{"burn":{"amount":[]}}}`, "null", "always"))
	}
	r := c.tell("CWA-2025-007, replies in 200 replies")
	r.count(c.one, "r", 200)
	r.execute("execute", c.one, responding(`{"bank":{"burn":{"amount":[]}}}`, "null", "always"))
}
