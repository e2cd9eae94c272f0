// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Fails in each way in which a call can fail. A write before the failure shows that it is undone.
contract Reverter {
    error Refused(address caller, uint256 code, string reason);

    uint256 public calls;
    uint256[] private none;

    /// Succeeds.
    function count() external returns (uint256) {
        return ++calls;
    }

    function revertWithReason(string calldata reason) external {
        ++calls;
        revert(reason);
    }

    function revertWithError(uint256 code, string calldata reason) external {
        ++calls;
        revert Refused(msg.sender, code, reason);
    }

    function revertWithoutData() external {
        ++calls;
        revert();
    }

    /// Panic 0x01
    function failAssertion() external {
        ++calls;
        assert(false);
    }

    /// Panic 0x11
    function overflow() external returns (uint256) {
        ++calls;
        return type(uint256).max + calls;
    }

    /// Panic 0x12
    function divideByZero(uint256 zero) external returns (uint256) {
        ++calls;
        return 1 / zero;
    }

    /// Panic 0x32
    function outOfBounds() external returns (uint256) {
        ++calls;
        return none[0];
    }

    /// An instruction that does not exist: takes all gas.
    function invalidInstruction() external {
        ++calls;
        assembly {
            invalid()
        }
    }

    /// Computes until the gas is used up.
    function useAllGas() external {
        while (true) ++calls;
    }

    /// Calls itself; the inner call fails and is undone, the outer one succeeds and returns the inner revert data.
    function catchInner(uint256 code) external returns (bytes memory data) {
        ++calls;
        try this.revertWithError(code, "inner") {}
        catch (bytes memory thrown) {
            data = thrown;
        }
    }

    /// Fails when money is sent without a call.
    receive() external payable {
        revert Refused(msg.sender, msg.value, "no money");
    }
}
