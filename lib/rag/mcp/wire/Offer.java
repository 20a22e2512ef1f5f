package rag.mcp.wire;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All that a server has to offer, said once for every protocol revision and transport. Lists are sent in their order.
 *
 * @param serverInfo name, title, version
 * @param instructions how the tools work together; clients show it to the model, under 2 KB
 * @param offered the tools; asked for with every list and call, may wait for the settings
 * @param resources asked for with every list and read, since collections come and go; may wait for the index
 * @param changes where the application announces changes
 * @param refused hears of the calls that are refused before their tool is asked
 */
public record Offer(
        Map<String, Object> serverInfo,
        String instructions,
        Supplier<List<ToolDefinition>> offered,
        Supplier<List<ResourceDefinition>> resources,
        List<ResourceTemplate> templates,
        List<PromptDefinition> prompts,
        Changes changes,
        RefusedCall refused) {

    public Offer {
        templates = List.copyOf(templates);
        prompts = List.copyOf(prompts);
    }

    /** With tools that are known beforehand, and nobody to hear of refused calls. */
    public Offer(
            Map<String, Object> serverInfo,
            String instructions,
            List<ToolDefinition> tools,
            Supplier<List<ResourceDefinition>> resources,
            List<ResourceTemplate> templates,
            List<PromptDefinition> prompts,
            Changes changes) {
        this(serverInfo, instructions, () -> tools, resources, templates, prompts, changes, RefusedCall.UNHEARD);
    }

    public List<ToolDefinition> tools() {
        return offered.get();
    }
}
