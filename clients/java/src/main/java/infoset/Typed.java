package infoset;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads typed values from plain ones and writes them: records, rows, words and unions. */
public final class Typed {
    private Typed() {}

    /** A record told by a field, such as a message by its {@code type}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Tag {
        String field();

        String value();
    }

    /** A row that begins with a word. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Verb {
        String value();
    }

    /** An entry that may be left out at the end of a row; it is null then. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface MayBeAbsent {}

    /** All further entries of a row. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Rest {}

    /** A record that is a list on the wire. */
    public interface Row {}

    /** One of several records, told by their tag or verb; it has a member {@code Unknown(JsonNode)}. */
    public interface Union {}

    /** A request and what answers it. */
    public interface Request<R> {
        Class<R> reply();
    }

    static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                    .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
                    .serializationInclusion(JsonInclude.Include.ALWAYS)
                    .addModule(module())
                    .build();

    /** Reads a typed value. Throws {@link InfosetException.Protocol}, which names the field that is wrong. */
    public static <T> T read(JsonNode plain, Class<T> type) {
        try {
            if (!isUnion(type)) return MAPPER.treeToValue(plain, type);
            return type.cast(UNIONS.get(type).read(plain, member -> MAPPER.treeToValue(plain, member)));
        } catch (JsonProcessingException wrong) {
            String path = "";
            if (wrong instanceof JsonMappingException mapping) {
                path =
                        mapping.getPath().stream()
                                .map(at -> at.getFieldName() == null ? "" + at.getIndex() : at.getFieldName())
                                .collect(Collectors.joining("."));
            }
            throw new InfosetException.Protocol("bad_message", path, wrong.getOriginalMessage());
        }
    }

    /** Writes a message or payload in plain values; what tells it comes first. */
    public static JsonNode write(Object value) {
        JsonNode plain = MAPPER.valueToTree(value);
        Tag tag = value.getClass().getAnnotation(Tag.class);
        if (tag == null) return plain;
        ObjectNode tagged = MAPPER.createObjectNode().put(tag.field(), tag.value());
        tagged.setAll((ObjectNode) plain);
        return tagged;
    }

    /** Is {@code plain} what the record type stands for, going by its tag or verb? */
    public static boolean isTold(JsonNode plain, Class<?> type) {
        Tag tag = type.getAnnotation(Tag.class);
        if (tag != null) return plain.path(tag.field()).asText().equals(tag.value());
        Verb verb = type.getAnnotation(Verb.class);
        return verb != null && plain.path(0).asText().equals(verb.value());
    }

    private static SimpleModule module() {
        SimpleModule module = new SimpleModule("infoset");
        module.setDeserializers(new Deserializers());
        module.addSerializer(Row.class, new RowSerializer());
        return module;
    }

    private static final class Deserializers extends SimpleDeserializers {
        private static final long serialVersionUID = 1;

        @Override
        public JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description)
                throws JsonMappingException {
            Class<?> raw = type.getRawClass();
            if (raw.isRecord() && Row.class.isAssignableFrom(raw)) return new RowDeserializer(raw);
            if (isUnion(raw)) return new UnionDeserializer(raw);
            return super.findBeanDeserializer(type, config, description);
        }
    }

    private static boolean isUnion(Class<?> type) {
        return type.isInterface() && Union.class.isAssignableFrom(type);
    }

    /** The members of a union. To find them takes long, and every message asks for them. */
    private static final class Members {
        private final Map<String, Class<?>> byTag = new HashMap<>();
        private String field; // that tells records apart; null for rows
        private Class<?> unknown;

        Members(Class<?> union) {
            for (Class<?> member : union.getPermittedSubclasses()) {
                Tag tag = member.getAnnotation(Tag.class);
                Verb verb = member.getAnnotation(Verb.class);
                if (tag != null) {
                    field = tag.field();
                    byTag.put(tag.value(), member);
                } else if (verb != null) {
                    byTag.put(verb.value(), member);
                } else {
                    unknown = member;
                }
            }
        }

        interface Reader<E extends Exception> {
            Object as(Class<?> member) throws E;
        }

        <E extends Exception> Object read(JsonNode plain, Reader<E> reader) throws E {
            JsonNode tag = field == null ? plain.path(0) : plain.path(field);
            Class<?> member = byTag.get(tag.asText());
            return member == null ? make(unknown, plain) : reader.as(member);
        }
    }

    private static final ClassValue<Members> UNIONS =
            new ClassValue<>() {
                @Override
                protected Members computeValue(Class<?> union) {
                    return new Members(union);
                }
            };

    private static final class UnionDeserializer extends JsonDeserializer<Object> {
        private final Members members;

        UnionDeserializer(Class<?> union) {
            members = UNIONS.get(union);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode plain = context.readTree(parser);
            return members.read(plain, member -> context.readTreeAsValue(plain, member));
        }
    }

    private static final class RowDeserializer extends JsonDeserializer<Object> {
        private final Class<?> row;

        RowDeserializer(Class<?> row) {
            this.row = row;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode plain = context.readTree(parser);
            if (!plain.isArray()) return context.reportInputMismatch(row, "expected a list");
            int at = row.isAnnotationPresent(Verb.class) ? 1 : 0;
            RecordComponent[] components = row.getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++, at++) {
                if (components[i].isAnnotationPresent(Rest.class)) {
                    values[i] = rest(context, plain, at, components[i]);
                } else if (at < plain.size()) {
                    values[i] = read(context, plain.get(at), components[i]);
                } else if (!components[i].isAnnotationPresent(MayBeAbsent.class)) {
                    return context.reportInputMismatch(row, "entry %s is missing", components[i].getName());
                }
            }
            return make(row, values);
        }

        private static Object read(DeserializationContext context, JsonNode entry, RecordComponent component)
                throws IOException {
            JavaType type = context.getTypeFactory().constructType(component.getGenericType());
            return context.readTreeAsValue(entry, type);
        }

        private static Object rest(
                DeserializationContext context, JsonNode plain, int from, RecordComponent component)
                throws IOException {
            ArrayNode others = context.getNodeFactory().arrayNode();
            for (int i = from; i < plain.size(); i++) others.add(plain.get(i));
            return read(context, others, component);
        }
    }

    private static final class RowSerializer extends JsonSerializer<Row> {
        @Override
        public void serialize(Row row, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            Verb verb = row.getClass().getAnnotation(Verb.class);
            if (verb != null) out.writeString(verb.value());
            for (RecordComponent component : row.getClass().getRecordComponents()) {
                Object value = get(row, component);
                if (component.isAnnotationPresent(Rest.class)) {
                    for (Object entry : (List<?>) value) provider.defaultSerializeValue(entry, out);
                } else if (value != null) {
                    provider.defaultSerializeValue(value, out);
                }
            }
            out.writeEndArray();
        }
    }

    private static Object get(Row row, RecordComponent component) {
        try {
            return component.getAccessor().invoke(row);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object make(Class<?> record, Object... values) {
        try {
            Constructor<?> constructor = record.getDeclaredConstructors()[0];
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
